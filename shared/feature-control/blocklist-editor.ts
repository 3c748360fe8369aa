import type { BlocklistName } from './blocklist-name.ts';
import type { EntryState } from './entry-state.ts';

/** The means by which a list was edited. `direct`: a direct write to Redis, as the admin's server noticed. */
export const CHANGE_SOURCES = ['command-line', 'console', 'game', 'proxy console', 'api', 'direct'] as const;

export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Who makes a change, by what means, and why. */
export interface ChangeAuthor {
  /** The name of a player, a user or a token. Cut after 128 characters. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** At most 500 characters, none of them a control character. */
  readonly reason?: string | undefined;
}

export interface EditOptions extends ChangeAuthor {
  /** The state that the author has seen. If the state differs by now, nothing is changed. */
  readonly expected?: EntryState | undefined;
}

export interface BlockOptions extends EditOptions {
  /** When the block ends, in milliseconds since the epoch by Redis's clock; undefined for no end. */
  readonly untilMs?: number | undefined;
}

/** The result of an edit. */
export type EditResult =
  | {
      readonly outcome: 'changed';
      readonly id: string;
      readonly before: EntryState;
      readonly after: EntryState;
      /**
       * Number of changed features if the reverted change was one of many features; `before` and `after` have
       * no meaning then.
       */
      readonly features?: number;
    }
  /** The entry already had the requested state. Nothing is written or recorded. */
  | { readonly outcome: 'unchanged'; readonly state: EntryState }
  /** Somebody else has changed the entry in between. Nothing is written or recorded. */
  | {
      readonly outcome: 'conflict';
      readonly state: EntryState;
      /** The first entry that differs, if the change to revert was one of many features. */
      readonly feature?: string;
    }
  /** `problem`: a sentence saying what the field must be. */
  | { readonly outcome: 'invalid'; readonly field: EditField; readonly problem: string };

export type EditField = 'list' | 'feature' | 'until' | 'reason';

/** `unknown`: no change with that id is recorded, or no longer. */
export type UndoResult = EditResult | { readonly outcome: 'unknown' };

/** One recorded change. Its texts are unescaped user input: escape them for display. */
export interface BlocklistChange {
  /** Identifies the change for `undo`. */
  readonly id: string;
  /**
   * When it was recorded, in milliseconds since the epoch by Redis's clock; never earlier than the change
   * before it.
   */
  readonly atMs: number;
  readonly list: BlocklistName;
  /** Empty for a change of many features, which has `sizes` instead. */
  readonly feature: string;
  readonly before: EntryState;
  readonly after: EntryState;
  readonly actor: string;
  readonly source: ChangeSource;
  readonly reason: string | undefined;
  /** The id of the change that this one undid. */
  readonly undoes: string | undefined;
  /** Only for a change of many features. */
  readonly sizes: BulkSizes | undefined;
}

/**
 * Maximum number of features that the record of a change of many features names. A record with fewer names
 * them all.
 */
export const MAX_RECORDED_NAMES = 5;

/** What is recorded about a change of many features. */
export interface BulkSizes {
  /** Number of features in the list before and after the change. */
  readonly before: number;
  readonly after: number;
  /** The first {@link MAX_RECORDED_NAMES} of the changed features. */
  readonly names: readonly string[];
  /** Whether every single feature was recorded, which `undo` needs. */
  readonly canUndo: boolean;
}

export interface HistoryQuery {
  readonly list?: BlocklistName | undefined;
  readonly feature?: string | undefined;
  readonly actor?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** `next` of the previous page. */
  readonly before?: string | undefined;
  /** Maximum number of changes in the page, 1 or more. */
  readonly maxChanges: number;
}

export interface HistoryPage {
  /** Newest first. */
  readonly changes: readonly BlocklistChange[];
  /** The value of `before` for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Reads and edits blocklists for operators. Reads always return what is stored, never a cached value. Every
 * edit is recorded with its author, its source and its reason.
 */
export interface BlocklistEditor {
  read(list: BlocklistName, feature: string): Promise<EntryState>;

  /** Blocks the feature in this list, without an end or until a time. */
  block(list: BlocklistName, feature: string, options: BlockOptions): Promise<EditResult>;

  /** Removes the feature from this list. */
  unblock(list: BlocklistName, feature: string, options: EditOptions): Promise<EditResult>;

  /**
   * Reverts one change; `conflict` if the entry has changed since. The reversal is recorded as a change, too.
   * @param id of the change
   */
  undo(id: string, author: ChangeAuthor): Promise<UndoResult>;

  /** @returns the recorded change; undefined if none has that id, or no longer */
  find(id: string): Promise<BlocklistChange | undefined>;

  /** Recorded changes, newest first. */
  history(query: HistoryQuery): Promise<HistoryPage>;
}
