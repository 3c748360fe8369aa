/**
 * How one feature stands in one blocklist. It is blocked when it is in the set, or in the timed set with a
 * time to come, by Redis's clock.
 */
export interface EntryState {
  /** Whether it is in the set: blocked until somebody unblocks it, whatever the timed set says. */
  readonly permanent: boolean;
  /**
   * When its timed block ends, in milliseconds since the epoch; undefined where there is none, or it is over.
   */
  readonly untilMs: number | undefined;
}

export const FREE: EntryState = { permanent: false, untilMs: undefined };
export const BLOCKED: EntryState = { permanent: true, untilMs: undefined };

/** The last moment of JavaScript's dates; a later time in Redis, such as `+inf`, counts as this one. */
export const LAST_MS = 8_640_000_000_000_000;

/** @param untilMs milliseconds since the epoch */
export function blockedUntil(untilMs: number): EntryState {
  return { permanent: false, untilMs };
}

export function isBlocked({ permanent, untilMs }: EntryState): boolean {
  return permanent || untilMs !== undefined;
}

export function isSameState(one: EntryState, other: EntryState): boolean {
  return one.permanent === other.permanent && one.untilMs === other.untilMs;
}

/** @returns the state as it is at `nowMs`: without a timed block that is over */
export function stateAt({ permanent, untilMs }: EntryState, nowMs: number): EntryState {
  return { permanent, untilMs: untilMs !== undefined && untilMs > nowMs ? untilMs : undefined };
}

/** `free`, `blocked`, `until:1767225600000`, or `blocked,until:1767225600000`. */
export function formatState({ permanent, untilMs }: EntryState): string {
  const parts = [...(permanent ? ['blocked'] : []), ...(untilMs === undefined ? [] : [`until:${untilMs}`])];
  return parts.length === 0 ? 'free' : parts.join(',');
}

const STATE = /^(?:free|(blocked)|(?:(blocked),)?until:(\d{1,16}))$/;

/** Reads what {@link formatState} writes. @returns undefined for any other text */
export function parseState(text: string): EntryState | undefined {
  const match = STATE.exec(text);
  if (match === null) return undefined;
  const [, blocked, also, untilMs] = match;
  return {
    permanent: (blocked ?? also) !== undefined,
    untilMs: untilMs === undefined ? undefined : Number(untilMs),
  };
}
