import type { BlocklistChange, ChangeSource, FeatureChange } from './blocklist-change.ts';
import type { BlocklistName } from './blocklist-name.ts';
import type { EntryState } from './entry-state.ts';
import type { ListContents } from './list-contents.ts';

/** Who makes a change, by what means, and why. */
export interface ChangeAuthor {
  /** The name of a player, a user or a token. Cut after 128 characters. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** At most 500 characters, none of them a control character. */
  readonly reason?: string | undefined;
  /** The common id of changes of several lists that are made together, as of {@link BlocklistChange}. */
  readonly batch?: string | undefined;
}

/** An entry that is in another state than the author has seen. */
export interface EditConflict {
  readonly feature: string;
  readonly state: EntryState;
  /** The recorded change that has led to this state; undefined if it was not recorded, or is not kept. */
  readonly lastChange: BlocklistChange | undefined;
}

/** The result of an edit. */
export type EditResult =
  /** `changes`: those of features that were not yet in the wanted state, or have a new reason. */
  | { readonly outcome: 'changed'; readonly id: string; readonly changes: readonly FeatureChange[] }
  /** Every feature already had the wanted state. Nothing is written or recorded. */
  | { readonly outcome: 'unchanged' }
  /** Somebody else has changed these entries in between. Nothing is written or recorded. */
  | { readonly outcome: 'conflict'; readonly conflicts: readonly EditConflict[] }
  /** `problem`: a sentence saying what the field must be. `serverName`: what proxies call the server. */
  | {
      readonly outcome: 'invalid';
      readonly field: EditField;
      readonly problem: string;
      readonly serverName?: string;
    };

export type EditField = 'list' | 'server' | 'feature' | 'until' | 'reason';

export interface HistoryQuery {
  readonly list?: BlocklistName | undefined;
  readonly feature?: string | undefined;
  readonly actor?: string | undefined;
  readonly source?: ChangeSource | undefined;
  readonly batch?: string | undefined;
  /** `next` of the previous page. */
  readonly before?: string | undefined;
  /** Only changes from this time on, in milliseconds since the epoch by Redis's clock. */
  readonly sinceMs?: number | undefined;
  /** Maximum number of changes in the page, 1 or more. */
  readonly maxChanges: number;
}

export interface HistoryPage {
  /** Newest first. */
  readonly changes: readonly BlocklistChange[];
  /** The value of `before` for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Edits blocklists for operators. Every edit is recorded with its author, its source and its reason. */
export interface BlocklistEditor {
  /**
   * Changes entries of a list in one atomic step, all of them or none. Of features that are already in the
   * wanted state, only the reason is recorded, if it is new.
   * @param wanted the new states, of 1 to 1,000 features
   * @param expected the states that the author has seen. An entry that is in neither this nor the wanted
   * state by now is a conflict
   * @param isStrict whether the reason of an entry in the wanted state is a conflict if the entry was
   * expected in another state. By default, its reason is not recorded
   */
  edit(
    list: BlocklistName,
    wanted: ListContents,
    author: ChangeAuthor,
    expected?: ListContents,
    isStrict?: boolean,
  ): Promise<EditResult>;

  /**
   * Reverts changes of one list in one atomic step; `conflict` if an entry has changed since. The reversal is
   * recorded as a change, too.
   * @param changes one or more of the same list, the newest first
   * @param kept features that are left as they are
   */
  undo(
    changes: readonly BlocklistChange[],
    author: ChangeAuthor,
    kept?: ReadonlySet<string>,
  ): Promise<EditResult>;

  /**
   * Finds recorded changes, the newest first.
   * @param id of one change, or the common id of several
   * @returns none if it is unknown, or no longer kept
   */
  find(id: string): Promise<readonly BlocklistChange[]>;

  /** Recorded changes, newest first. */
  history(query: HistoryQuery): Promise<HistoryPage>;
}
