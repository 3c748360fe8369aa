import { useId, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';
import { t } from '../texts/translate.ts';

/** Shorter names are not compared with known names, as the admin is still typing. */
const MIN_LETTERS = 3;
/** Between a name and the known one that is suggested in its place. */
export const MAX_EDIT_DISTANCE = 2;
const SEPARATOR = ',';

export interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  /** The name until the admin enters another one. */
  readonly initial: string;
  /** The suggested names. */
  readonly known: Iterable<string>;
  /** Returns a sentence about a name. */
  readonly describe?: (name: string) => string | undefined;
  readonly isRequired?: boolean;
  /** Whether it accepts several names, separated by commas. */
  readonly isSeveral?: boolean;
}

/** Returns the names that were entered. */
export function splitNames(text: string): readonly string[] {
  const names = text.split(SEPARATOR).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** An input field for the name of a feature, a mod or a game server, with suggestions. */
export function NameField(props: NameFieldProps) {
  const { describe, initial, isRequired = true, isSeveral = false, known, label, name } = props;
  const [value, setValue] = useState(initial);
  // Other effects run later, and would remove what was entered meanwhile.
  useLayoutEffect(() => {
    setValue(initial);
  }, [initial]);
  const id = useId();
  const lastAt = isSeveral ? value.lastIndexOf(SEPARATOR) + 1 : 0;
  const others = value.slice(0, lastAt);
  const last = isSeveral ? value.slice(lastAt).trim() : value;
  // The browser does not escape suggestions, so a name with invisible characters could look like another one.
  const suggested = useMemo(
    () => [...new Set(known)].filter((each) => escapeUnprintable(each) === each),
    [known],
  );
  const nearest = useMemo(
    () => (last.length < MIN_LETTERS ? undefined : nearestName(last, suggested, MAX_EDIT_DISTANCE)),
    [last, suggested],
  );
  return (
    <div class="field">
      <label>
        {label}
        <input
          name={name}
          class="code"
          list={id}
          autocomplete="off"
          value={value}
          required={isRequired}
          onInput={(event) => {
            setValue(event.currentTarget.value);
          }}
          onPaste={(event) => {
            const lines = splitLines(event.clipboardData?.getData('text') ?? '');
            if (!isSeveral || lines.length < 2) return;
            // The browser would remove the line breaks, and make one name of all.
            event.preventDefault();
            const { currentTarget: input } = event;
            const [from, to] = [input.selectionStart ?? value.length, input.selectionEnd ?? value.length];
            setValue(`${value.slice(0, from)}${lines.join(`${SEPARATOR} `)}${value.slice(to)}`);
          }}
        />
      </label>
      <datalist id={id}>
        {suggested.map((each) => (
          <option key={each} value={others + each}>
            {describe?.(each) ?? ''}
          </option>
        ))}
      </datalist>
      {describe && <small>{describe(last)}</small>}
      {nearest !== undefined && (
        <button
          type="button"
          class="link"
          onClick={() => {
            setValue(others + nearest);
          }}
        >
          {t('edit.nearest', { name: nearest })}
        </button>
      )}
    </div>
  );
}
