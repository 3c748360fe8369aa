/** How much of the history is kept, of each list. */
export interface AuditBounds {
  /** 1 or more. The set and the timed set of a list count apart. */
  readonly entries: number;
  /** 1 or more. */
  readonly days: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** As scripts take them: how many entries stay, and for how many milliseconds. */
export function boundsAsTexts({ entries, days }: AuditBounds): readonly [entries: string, ageMs: string] {
  return [String(entries), String(days * DAY_MS)];
}
