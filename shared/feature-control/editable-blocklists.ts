/**
 * Blocklists as those see and change them who decide what is blocked: always what is stored, never what a
 * program remembers.
 */
export interface EditableBlocklists {
  /** @returns whether the feature was not in the list before */
  add(list: BlocklistName, feature: string): Promise<boolean>;

  /** @returns whether the feature was in the list */
  remove(list: BlocklistName, feature: string): Promise<boolean>;

  has(list: BlocklistName, feature: string): Promise<boolean>;

  /** How many features are in the list. */
  size(list: BlocklistName): Promise<number>;

  /**
   * At most `most` features of the list that begin with `prefix`, in no order. Of a long list only a part is
   * looked at.
   */
  some(list: BlocklistName, prefix: string, most: number): Promise<readonly string[]>;
}

/** The `client` whose personal list is meant; undefined for the global list. */
export type BlocklistName = string | undefined;
