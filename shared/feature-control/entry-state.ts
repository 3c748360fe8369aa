/**
 * The state of one feature in one blocklist. The feature is blocked if it is in the set, or in the timed set
 * with a time in the future, by Redis's clock.
 */
export interface EntryState {
  /** Whether it is in the set: blocked until somebody unblocks it, regardless of the timed set. */
  readonly permanent: boolean;
  /**
   * When its timed block ends, in milliseconds since the epoch; undefined if there is none, or it has ended.
   */
  readonly untilMs: number | undefined;
}

/** The states of one feature before and after something. */
export interface StateChange {
  readonly before: EntryState;
  readonly after: EntryState;
}

export const FREE: EntryState = { permanent: false, untilMs: undefined };
export const BLOCKED: EntryState = { permanent: true, untilMs: undefined };

/** The last moment of JavaScript's dates. A later time in Redis, such as `+inf`, is treated as this one. */
export const LAST_MS = 8_640_000_000_000_000;

/** @param untilMs milliseconds since the epoch */
export function blockedUntil(untilMs: number): EntryState {
  return { permanent: false, untilMs };
}

export function isBlocked({ permanent, untilMs }: EntryState): boolean {
  return permanent || untilMs !== undefined;
}

/** Whether an entry in this state blocks its feature at `nowMs`, in milliseconds since the epoch. */
export function isBlockedAt({ permanent, untilMs }: EntryState, nowMs: number): boolean {
  return permanent || (untilMs !== undefined && untilMs > nowMs);
}

/** Whether a change makes the feature usable. */
export function isUnblocking({ before, after }: StateChange): boolean {
  return isBlocked(before) && !isBlocked(after);
}

/** Whether a change makes the feature usable earlier, but not immediately. */
export function endsEarlier({ before, after }: StateChange): boolean {
  if (after.permanent || after.untilMs === undefined) return false;
  return before.permanent || (before.untilMs ?? 0) > after.untilMs;
}

export function isSameState(one: EntryState, other: EntryState): boolean {
  return one.permanent === other.permanent && one.untilMs === other.untilMs;
}

/** Returns the state at `nowMs`: without a timed block that has ended. */
export function stateAt({ permanent, untilMs }: EntryState, nowMs: number): EntryState {
  return { permanent, untilMs: untilMs !== undefined && untilMs > nowMs ? untilMs : undefined };
}

/**
 * Converts the score of a timed block to the time at which it ends, as the Lua scripts do. A score beyond the
 * last date of JavaScript, such as infinity, becomes that date.
 */
export function toEndMs(score: number): number {
  return Math.min(Math.ceil(score), LAST_MS);
}

/** Returns `free`, `blocked`, `until:1767225600000`, or `blocked,until:1767225600000`. */
export function formatState({ permanent, untilMs }: EntryState): string {
  const parts = [...(permanent ? ['blocked'] : []), ...(untilMs === undefined ? [] : [`until:${untilMs}`])];
  return parts.length === 0 ? 'free' : parts.join(',');
}

const STATE = /^(?:free|(blocked)|(?:(blocked),)?until:(\d{1,16}))$/;

/**
 * Parses what {@link formatState} returns.
 * @returns undefined for any other text
 */
export function parseState(text: string): EntryState | undefined {
  const match = STATE.exec(text);
  if (match === null) return undefined;
  const [, blocked, blockedAndTimed, untilMs] = match;
  return {
    permanent: (blocked ?? blockedAndTimed) !== undefined,
    untilMs: untilMs === undefined ? undefined : Number(untilMs),
  };
}
