/** A time: milliseconds since the Unix epoch, UTC, that a double holds exactly (G32). */
const time = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/** The window as the schemas of records have it. */
export const windowProperties = {
  startsAt: {
    ...time,
    description: 'Active from this time on, in milliseconds since the Unix epoch, UTC.',
  },
  endsAt: {
    ...time,
    description: 'No longer active from this time on, in milliseconds since the Unix epoch, UTC.',
  },
} as const;

/** When a record is active. Milliseconds since the Unix epoch, UTC; a side without a time is open. */
export interface ActiveWindow {
  readonly startsAt?: number | undefined;
  readonly endsAt?: number | undefined;
}

/** Active: not before `startsAt`, and not from `endsAt` on (G6). */
export function isActive({ startsAt, endsAt }: ActiveWindow, nowMs: number): boolean {
  return (startsAt === undefined || nowMs >= startsAt) && (endsAt === undefined || nowMs < endsAt);
}

/** @returns when a record next begins or ceases to be active, after `nowMs`; Infinity for never */
export function nextChangeMs(
  { startsAt = -Infinity, endsAt = Infinity }: ActiveWindow,
  nowMs: number,
): number {
  return Math.min(Infinity, ...[startsAt, endsAt].filter((atMs) => atMs > nowMs));
}
