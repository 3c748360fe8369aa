import { useId } from 'preact/hooks';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

export interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** Names that are offered, with a sentence about each that has one. */
  readonly known: readonly string[];
  readonly describe?: (name: string) => string | undefined;
  readonly isRequired?: boolean;
  /** The most characters, of up to two units of UTF-16 each. */
  readonly most: number;
}

/** A field for the name of a feature, a mod or a game server, which offers those that are known. */
export function NameField(props: NameFieldProps) {
  const { change, describe, isRequired = true, known, label, most, name, value } = props;
  const id = useId();
  // The browser shows them as they are: one with invisible characters could pass for another.
  const offered = known.filter((each) => escapeUnprintable(each) === each);
  return (
    <label>
      {label}
      <input
        name={name}
        class="code"
        list={id}
        autocomplete="off"
        value={value}
        maxLength={2 * most}
        required={isRequired}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
      <datalist id={id}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {describe?.(each) ?? ''}
          </option>
        ))}
      </datalist>
    </label>
  );
}
