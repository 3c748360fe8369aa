import { useState } from 'preact/hooks';
import { formatTime } from '../state/formats.ts';
import { t } from '../texts/translate.ts';
import { textOf } from './form-text.ts';
import { SelectField } from './select-field.tsx';
import type { SelectOption } from './select-field.tsx';

const HOUR_MS = 3_600_000;

/** Lengths of time; the values are milliseconds. */
export const LENGTHS: readonly SelectOption[] = [
  [String(HOUR_MS), t('duration.hour')],
  [String(6 * HOUR_MS), t('duration.hours6')],
  [String(24 * HOUR_MS), t('duration.day')],
  [String(168 * HOUR_MS), t('duration.week')],
];

/**
 * Returns the end of the block that a form with a {@link DurationField} asks for.
 * @returns milliseconds since the epoch; undefined if it is permanent, NaN if no time was entered
 */
export function endOf(form: FormData, currentEndMs: number | undefined, nowMs: number): number | undefined {
  const choice = textOf(form, 'duration');
  if (choice === 'forGood') return undefined;
  if (choice === 'unchanged') return currentEndMs;
  return choice === 'untilTime' ? new Date(textOf(form, 'time')).getTime() : nowMs + Number(choice);
}

/** @param currentEndMs the end of the block that is changed; undefined if it has none */
export function DurationField({ currentEndMs }: { readonly currentEndMs: number | undefined }) {
  const [choice, setChoice] = useState(currentEndMs === undefined ? 'forGood' : 'unchanged');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const options: SelectOption[] = [
    ['forGood', t('duration.forGood')],
    ...LENGTHS,
    ['untilTime', t('duration.untilTime')],
  ];
  if (currentEndMs !== undefined)
    options.unshift(['unchanged', t('list.until', { time: formatTime(currentEndMs) })]);
  return (
    <>
      <SelectField
        label={t('edit.duration')}
        name="duration"
        value={choice}
        options={options}
        onSelect={setChoice}
      />
      {choice === 'untilTime' && (
        <label>
          {t('edit.time', { zone: timeZone })}
          <input type="datetime-local" name="time" required />
        </label>
      )}
    </>
  );
}
