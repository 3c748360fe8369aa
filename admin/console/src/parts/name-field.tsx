import { useId } from 'preact/hooks';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

export interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** The suggested names. */
  readonly known: readonly string[];
  /** Returns a sentence about a suggested name. */
  readonly describe?: (name: string) => string | undefined;
  readonly isRequired?: boolean;
  /** Maximum length in characters, each of up to two UTF-16 code units. */
  readonly maxCharacters: number;
}

/** An input field for the name of a feature, a mod or a game server, with suggestions. */
export function NameField(props: NameFieldProps) {
  const { change, describe, isRequired = true, known, label, maxCharacters, name, value } = props;
  const id = useId();
  // The browser does not escape suggestions, so a name with invisible characters could look like another one.
  const suggested = known.filter((each) => escapeUnprintable(each) === each);
  return (
    <label>
      {label}
      <input
        name={name}
        class="code"
        list={id}
        autocomplete="off"
        value={value}
        maxLength={2 * maxCharacters}
        required={isRequired}
        onInput={(event) => {
          change(event.currentTarget.value);
        }}
      />
      <datalist id={id}>
        {suggested.map((each) => (
          <option key={each} value={each}>
            {describe?.(each) ?? ''}
          </option>
        ))}
      </datalist>
    </label>
  );
}
