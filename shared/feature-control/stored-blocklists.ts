import type { BlocklistName } from './blocklist-name.ts';
import type { TimedFeatures } from './timed-features.ts';

/** Reads blocklists for operators: always what is stored, never a cached value. Edits: `BlocklistEditor`. */
export interface StoredBlocklists {
  /** Number of features that the list blocks without an end. */
  size(list: BlocklistName): Promise<number>;

  /**
   * Returns at most `max` features that the list blocks without an end and that start with `prefix`,
   * unordered. Only part of a long list is searched.
   */
  featuresStartingWith(list: BlocklistName, prefix: string, max: number): Promise<readonly string[]>;

  /**
   * Features that the list blocks until a time; some of these blocks may have ended. Empty if the program may
   * not read them.
   */
  timed(list: BlocklistName): Promise<TimedFeatures>;
}
