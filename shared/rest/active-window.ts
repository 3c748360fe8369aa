/** The format of a time in a stored record: milliseconds since the Unix epoch, UTC. In responses: `int64`. */
export const TIME_FORMAT = 'unix-ms';

/** Milliseconds since the Unix epoch, UTC, within the range that a double represents exactly (G32). */
const time = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/** The schema properties of the window in a response. */
export const windowProperties = {
  startsAt: {
    ...time,
    description:
      'The record is active from this time (inclusive), in milliseconds since the Unix epoch, UTC.',
  },
  endsAt: {
    ...time,
    description:
      'The record is active until this time (exclusive), in milliseconds since the Unix epoch, UTC.',
  },
} as const;

/** The schema properties of the window in a stored record. */
export const storedWindowProperties = {
  startsAt: { ...windowProperties.startsAt, format: TIME_FORMAT },
  endsAt: { ...windowProperties.endsAt, format: TIME_FORMAT },
} as const;

/**
 * When a record is active, in milliseconds since the Unix epoch, UTC. A missing time means no limit on that
 * side.
 */
export interface ActiveWindow {
  readonly startsAt?: number | undefined;
  readonly endsAt?: number | undefined;
}

/** Whether a record is active: from `startsAt` on, and before `endsAt` (G6). */
export function isActive({ startsAt, endsAt }: ActiveWindow, nowMs: number): boolean {
  return (startsAt === undefined || nowMs >= startsAt) && (endsAt === undefined || nowMs < endsAt);
}

/** @returns the next time after `nowMs` at which the record becomes active or inactive; Infinity for never */
export function nextChangeMs(
  { startsAt = -Infinity, endsAt = Infinity }: ActiveWindow,
  nowMs: number,
): number {
  return Math.min(Infinity, ...[startsAt, endsAt].filter((atMs) => atMs > nowMs));
}
