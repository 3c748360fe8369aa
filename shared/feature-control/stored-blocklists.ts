import type { BlocklistName } from './blocklist-name.ts';
import type { TimedFeatures } from './timed-features.ts';

/**
 * What blocklists hold for those who decide what is blocked: always what is stored, never what a program
 * remembers. How they are edited: `BlocklistEditor`.
 */
export interface StoredBlocklists {
  /** How many features the list blocks for good. */
  size(list: BlocklistName): Promise<number>;

  /**
   * At most `most` features that the list blocks for good and that begin with `prefix`, in no order. Of a
   * long list only a part is looked at.
   */
  some(list: BlocklistName, prefix: string, most: number): Promise<readonly string[]>;

  /** What the list blocks for a time; some of it may be over. Empty where that may not be read. */
  timed(list: BlocklistName): Promise<TimedFeatures>;
}
