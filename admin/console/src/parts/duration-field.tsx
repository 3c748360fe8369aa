import { useState } from 'preact/hooks';
import { formatTime } from '../state/formats.ts';
import { t } from '../texts/translate.ts';
import { textOf } from './form-text.ts';

const HOUR_MS = 3_600_000;
export const LENGTHS_MS = {
  hour: HOUR_MS,
  hours6: 6 * HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
} as const;
const CHOICES = [
  'forGood',
  ...(Object.keys(LENGTHS_MS) as (keyof typeof LENGTHS_MS)[]),
  'untilTime',
] as const;

/**
 * Returns the end of the block that a form with a {@link DurationField} asks for.
 * @returns milliseconds since the epoch; undefined if it is permanent, NaN if no time was entered
 */
export function endOf(form: FormData, currentEndMs: number | undefined, nowMs: number): number | undefined {
  const choice = textOf(form, 'duration');
  if (choice === 'forGood') return undefined;
  if (choice === 'unchanged') return currentEndMs;
  if (choice === 'untilTime') return new Date(textOf(form, 'time')).getTime();
  return nowMs + LENGTHS_MS[choice as keyof typeof LENGTHS_MS];
}

/** @param currentEndMs the end of the block that is changed; undefined if it has none */
export function DurationField({ currentEndMs }: { readonly currentEndMs: number | undefined }) {
  const [choice, setChoice] = useState(currentEndMs === undefined ? 'forGood' : 'unchanged');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <label>
        {t('edit.duration')}
        <select
          name="duration"
          value={choice}
          onChange={(event) => {
            setChoice(event.currentTarget.value);
          }}
        >
          {currentEndMs === undefined ? null : (
            <option value="unchanged">{t('list.until', { time: formatTime(currentEndMs) })}</option>
          )}
          {CHOICES.map((each) => (
            <option key={each} value={each}>
              {t(`duration.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {choice !== 'untilTime' ? null : (
        <label>
          {t('edit.time', { zone: timeZone })}
          <input type="datetime-local" name="time" required />
        </label>
      )}
    </>
  );
}
