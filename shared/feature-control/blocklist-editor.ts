import type { BlocklistName } from './blocklist-name.ts';
import type { EntryState } from './entry-state.ts';

/** By what means a list was edited; `direct` for plain writes into Redis, which a sidecar has noticed. */
export const CHANGE_SOURCES = ['command-line', 'console', 'game', 'proxy console', 'api', 'direct'] as const;

export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Who changes something, by what means, and why. */
export interface ChangeAuthor {
  /** The name of a player, a user or a token. Cut after 128 characters. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** At most 500 characters, none of them a control character. */
  readonly reason?: string | undefined;
}

export interface EditOptions extends ChangeAuthor {
  /** The state that the author has seen: where it is another one by now, nothing is changed. */
  readonly expected?: EntryState | undefined;
}

export interface BlockOptions extends EditOptions {
  /**
   * When the block ends by itself, in milliseconds since the epoch by Redis's clock; undefined for never.
   */
  readonly untilMs?: number | undefined;
}

/** How an edit ended. */
export type EditResult =
  | {
      readonly outcome: 'changed';
      readonly id: string;
      readonly before: EntryState;
      readonly after: EntryState;
      /** How many features were changed, where a change of many was reverted: then no state is meant. */
      readonly features?: number;
    }
  /** It was so already. Nothing is written, and nothing recorded. */
  | { readonly outcome: 'unchanged'; readonly state: EntryState }
  /** Somebody else has changed the entry since. Where two steps were needed, the first may be done. */
  | {
      readonly outcome: 'conflict';
      readonly state: EntryState;
      /** The first entry that is another one, where a change of many was to be reverted. */
      readonly feature?: string;
    }
  /** `problem`: a sentence that says what the field must be. */
  | { readonly outcome: 'invalid'; readonly field: EditField; readonly problem: string };

export type EditField = 'list' | 'feature' | 'until' | 'reason';

/** `unknown`: no change with that id is recorded, or not any more. */
export type UndoResult = EditResult | { readonly outcome: 'unknown' };

/** One recorded change. Its texts are what their authors gave: they are escaped where they are shown. */
export interface BlocklistChange {
  /**
   * Names the change for `undo`. An edit of both the set and the timed set is recorded in two steps with the
   * same id.
   */
  readonly id: string;
  /** When it was recorded, in milliseconds since the epoch by Redis's clock; never before an earlier one. */
  readonly atMs: number;
  readonly list: BlocklistName;
  /** Empty where the change is about many features: then there are `sizes`. */
  readonly feature: string;
  readonly before: EntryState;
  readonly after: EntryState;
  readonly actor: string;
  readonly source: ChangeSource;
  readonly reason: string | undefined;
  /** The id of the change that this one has undone. */
  readonly undoes: string | undefined;
  /** Of a change of many features. */
  readonly sizes: ManySizes | undefined;
}

/** Features that the record of a change of many names: all of them where it names fewer. */
export const MOST_NAMES = 5;

/** What is recorded of a change of many features. */
export interface ManySizes {
  /** How many features the list had before, and has after it. */
  readonly before: number;
  readonly after: number;
  /** The first {@link MOST_NAMES} of the features that were changed. */
  readonly names: readonly string[];
  /** Whether every single feature was recorded, so that `undo` can revert the change. */
  readonly canUndo: boolean;
}

export interface HistoryQuery {
  readonly list?: BlocklistName | undefined;
  readonly feature?: string | undefined;
  readonly actor?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** `next` of the page before. */
  readonly before?: string | undefined;
  /** 1 or more. */
  readonly most: number;
}

export interface HistoryPage {
  /** The newest first. */
  readonly changes: readonly BlocklistChange[];
  /** `before` of the next page; undefined where this is the last. */
  readonly next: string | undefined;
}

/**
 * Reads and edits blocklists for those who decide what is blocked: always what is stored, never what a
 * program remembers. Every edit is recorded with who made it, by what means, and why.
 */
export interface BlocklistEditor {
  read(list: BlocklistName, feature: string): Promise<EntryState>;

  /** Blocks the feature in this list: for good, or until a time. */
  block(list: BlocklistName, feature: string, options: BlockOptions): Promise<EditResult>;

  /** Removes the feature from this list. */
  unblock(list: BlocklistName, feature: string, options: EditOptions): Promise<EditResult>;

  /**
   * Reverts one change: `conflict` where the entry has changed since. It is a change itself, and recorded.
   * @param id of the change
   */
  undo(id: string, author: ChangeAuthor): Promise<UndoResult>;

  /** @returns a recorded change; undefined where none has that id, or not any more */
  find(id: string): Promise<BlocklistChange | undefined>;

  /** The recorded changes, the newest first. */
  history(query: HistoryQuery): Promise<HistoryPage>;
}
