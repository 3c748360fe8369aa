/** A resource of the REST interface that is kept what Redis holds. */
export interface LiveResource {
  /** For log lines. */
  readonly name: string;
  /** What its keys begin with. */
  readonly prefixes: readonly string[];
  /** Whether it was read once, so that it can be served (G8). */
  readonly isLoaded: boolean;
  /** When, in milliseconds since the Unix epoch, it will differ without a write; Infinity for never. */
  readonly nextChangeMs: number;
  /** Notes that a key was written. @returns whether the key is one of this resource's */
  noteChange(key: string): boolean;
  /** Notes that anything may be different from what was read. */
  noteAnyChange(): void;
  /** Notes that changes may have been missed, so that what was read is to be looked over, a little at a time. */
  noteDoubt(): void;
  /**
   * Reads what is noted and publishes the outcome, and opens and closes windows even where nothing can be read. One call at a time.
   * @throws {RedisError} when Redis does not answer; what was noted stays noted
   */
  refresh(): Promise<RefreshOutcome>;
}

/** Redis was not asked, it was, or it was and something noted is left for another call. */
export type RefreshOutcome = 'not read' | 'read' | 'read in part';
