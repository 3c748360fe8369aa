/**
 * Changes that Redis reports: client-side-caching invalidation in broadcast mode, so a plain `SADD` by
 * anybody is noticed and no setting on the server is needed. Filled by an ioredis adapter and a Lettuce
 * adapter.
 */
export interface ChangeFeed {
  /**
   * Listens, and reconnects after lost connections, until closed. Returns at once, whether Redis is there or
   * not.
   * @param prefixes of the keys listened to; none of them the beginning of another
   */
  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription;
}

/** Called on the event loop of the program, one call at a time. */
export interface ChangeListener {
  /** These keys were written, deleted, renamed, or have expired. */
  keysChanged(keys: readonly string[]): void;
  /**
   * Listening has begun (again), or all keys were flushed: anything may be different from what was read
   * before.
   */
  anythingMayHaveChanged(): void;
  /** The connection was lost. Changes are missed from now on, until `anythingMayHaveChanged`. */
  lost(): void;
}

export interface Subscription {
  close(): void;
}
