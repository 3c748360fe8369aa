/**
 * Reports changed keys by client-side-caching invalidation in broadcast mode. It reports direct writes (such
 * as `SADD`) by any client, and needs no setting on the server. Implemented by an ioredis adapter and a
 * Lettuce adapter.
 */
export interface ChangeFeed {
  /**
   * Starts to listen, and reconnects after lost connections, until closed. Does not wait for Redis.
   * @param prefixes of the keys to report; none of them may be a prefix of another
   */
  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription;
}

/** Called on the event loop of the program, one call at a time. */
export interface ChangeListener {
  /** These keys were written, deleted or renamed, or have expired. */
  keysChanged(keys: readonly string[]): void;
  /**
   * Listening has started or resumed, or all keys were flushed: every key may differ from what was read
   * before.
   */
  anythingMayHaveChanged(): void;
  /** The connection was lost. Changes are missed until the next `anythingMayHaveChanged`. */
  lost(): void;
}

export interface Subscription {
  close(): void;
}
