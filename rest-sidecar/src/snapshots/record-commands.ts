/** The string under a key. */
export interface StoredText {
  readonly text: string;
  /** Milliseconds until the key expires; undefined for one that does not. */
  readonly remainingMs: number | undefined;
}

/** How records and votes are read. Filled by an ioredis adapter. */
export interface RecordCommands {
  /**
   * `GET` and `PTTL` of each key.
   * @returns in the order of the keys; null where there is no such key, undefined where it holds another type
   * @throws {RedisError} where Redis does not answer
   */
  getEach(keys: readonly string[]): Promise<readonly (StoredText | null | undefined)[]>;

  /**
   * All fields of each hash, read in pieces where it is large.
   * @returns in the order of the keys; empty where there is no such key, undefined where it holds another type
   * @throws {RedisError} where Redis does not answer
   */
  hgetallEach(keys: readonly string[]): Promise<readonly (ReadonlyMap<string, string> | undefined)[]>;
}
