/** How much of the history is kept, of each list. */
export interface AuditBounds {
  /** 1 or more. The set and the timed set of a list count apart. */
  readonly entries: number;
  /** 1 or more. */
  readonly days: number;
}
