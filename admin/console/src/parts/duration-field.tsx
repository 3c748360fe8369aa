import { useApp } from '../state/context.ts';
import { SelectField } from './select-field.tsx';

const MINUTE = 60_000;
const LENGTHS = {
  minutes15: 15 * MINUTE,
  minutes30: 30 * MINUTE,
  hour: 60 * MINUTE,
  hours6: 6 * 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
} as const;

const CHOICES = ['forGood', ...(Object.keys(LENGTHS) as (keyof typeof LENGTHS)[]), 'untilTime'] as const;
type Choice = (typeof CHOICES)[number];

/** Ends from here on have, in some time zones, a year of more than four digits, which the field rejects. */
const FIRST_UNSHOWN_MS = Date.UTC(9999, 11, 31);

export interface Duration {
  readonly choice: Choice;
  /** Local time, in the format of `<input type="datetime-local">`. */
  readonly time: string;
  /** The exact end of the block that is changed, of which `time` initially shows the minute if it can. */
  readonly currentEndMs?: number;
}

export const PERMANENT: Duration = { choice: 'forGood', time: '' };

/** The duration of a block that ends at this time. @param endMs in milliseconds since the epoch */
export function durationUntil(endMs: number): Duration {
  return { choice: 'untilTime', time: toLocalTime(endMs), currentEndMs: endMs };
}

/** @returns the value of the field; empty if it cannot show the time */
function toLocalTime(ms: number): string {
  if (ms >= FIRST_UNSHOWN_MS) return '';
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE;
  // Without seconds, which the field would not accept.
  return new Date(ms - offsetMs).toISOString().replace(/:[^:]*$/, '');
}

/** @returns the end in milliseconds since the epoch; undefined if permanent, NaN if no time was entered */
export function untilOf({ choice, time, currentEndMs }: Duration, nowMs: number): number | undefined {
  if (choice === 'forGood') return undefined;
  if (choice !== 'untilTime') return nowMs + LENGTHS[choice];
  const isCurrentEnd = currentEndMs !== undefined && time === toLocalTime(currentEndMs);
  return isCurrentEnd ? currentEndMs : new Date(time).getTime();
}

export interface DurationFieldProps {
  readonly value: Duration;
  readonly change: (value: Duration) => void;
}

export function DurationField({ value, change }: DurationFieldProps) {
  const { t } = useApp();
  // A field that cannot show the current end stays empty, which keeps that end.
  const isShowable = value.currentEndMs === undefined || value.currentEndMs < FIRST_UNSHOWN_MS;
  return (
    <div class="field">
      <SelectField
        label={t('edit.duration')}
        name="duration"
        value={value.choice}
        change={(choice) => {
          change({ ...value, choice });
        }}
        options={CHOICES.map((choice) => [choice, t(`duration.${choice}`)])}
      />
      {value.choice !== 'untilTime' ? null : (
        <label>
          {t('edit.time')}
          <input
            type="datetime-local"
            name="time"
            value={value.time}
            required={isShowable}
            onInput={(event) => {
              change({ ...value, time: event.currentTarget.value });
            }}
          />
        </label>
      )}
    </div>
  );
}
