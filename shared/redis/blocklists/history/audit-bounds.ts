/** How much history is kept of each list. */
export interface AuditBounds {
  /** Maximum number of entries, 1 or more. The set and the timed set of a list are counted separately. */
  readonly entries: number;
  /** Maximum age of an entry, 1 or more. */
  readonly days: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Formats the bounds as script arguments: maximum number of entries, and their maximum age in milliseconds.
 */
export function boundsAsTexts({ entries, days }: AuditBounds): readonly [entries: string, ageMs: string] {
  return [String(entries), String(days * DAY_MS)];
}
