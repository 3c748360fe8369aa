/** When a record is active. Milliseconds since the Unix epoch, UTC; a side without a time is open. */
export interface ActiveWindow {
  readonly startsAt?: number | undefined;
  readonly endsAt?: number | undefined;
}

/** Active: not before `startsAt`, and not from `endsAt` on (G6). */
export function isActive({ startsAt, endsAt }: ActiveWindow, nowMs: number): boolean {
  return (startsAt === undefined || nowMs >= startsAt) && (endsAt === undefined || nowMs < endsAt);
}

/** The next time after `nowMs` at which a record may begin or cease to be active; Infinity where there is none. */
export function nextChangeOf({ startsAt, endsAt }: ActiveWindow, nowMs: number): number {
  const isAhead = (atMs: number | undefined): atMs is number => atMs !== undefined && atMs > nowMs;
  return Math.min(...[startsAt, endsAt].filter(isAhead), Infinity);
}
