import { formatBlocklistName } from './blocklist-name.ts';
import type { BlocklistName } from './blocklist-name.ts';
import { formatState, FREE, isSameState, LAST_MS, parseState, stateAt } from './entry-state.ts';
import type { EntryState, StateChange } from './entry-state.ts';
import { stateIn } from './list-contents.ts';
import type { ListContents } from './list-contents.ts';

/** The means by which a list was edited. `direct`: a direct write to Redis, as the admin's server noticed. */
export const CHANGE_SOURCES = ['command-line', 'console', 'game', 'proxy console', 'api', 'direct'] as const;

export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Maximum number of features that one edit may change. */
export const MAX_EDITED_FEATURES = 1000;

/** The actor of direct writes. Nobody has recorded them when they were made. */
export const DIRECT_ACTOR = 'direct write';

/** The change of one feature in a list. With the same state before and after, only the reason is new. */
export interface FeatureChange extends StateChange {
  readonly feature: string;
}

/** One recorded change of a list. Its texts are unescaped user input: escape them for display. */
export interface BlocklistChange {
  /** Identifies the change for `undo`. */
  readonly id: string;
  /**
   * When it was recorded, in milliseconds since the epoch by Redis's clock; never earlier than the change of
   * the list before it.
   */
  readonly atMs: number;
  readonly list: BlocklistName;
  /**
   * One or more, each feature once. Fewer than {@link total} if the change was too large to be kept whole; it
   * cannot be undone then.
   */
  readonly changes: readonly FeatureChange[];
  /** Number of changed features. */
  readonly total: number;
  readonly actor: string;
  readonly source: ChangeSource;
  readonly reason: string | undefined;
  /** The ids of the changes that this one reverts; empty if it is not an undo. */
  readonly undoes: readonly string[];
  /** The common id of changes of several lists that were made together, such as by an import. */
  readonly batch: string | undefined;
}

/**
 * Returns the change that has led to the state of a feature, in which a timed block may have ended since;
 * undefined if it was not recorded, such as a direct write.
 * @param changes of its list, the newest first
 */
export function changeThatLedTo(
  state: EntryState,
  feature: string,
  changes: readonly BlocklistChange[],
): BlocklistChange | undefined {
  for (const change of changes) {
    const after = change.changes.find((one) => one.feature === feature)?.after;
    if (after === undefined) continue;
    return isSameState(after, state) || isSameState(stateAt(after, LAST_MS), state) ? change : undefined;
  }
  return undefined;
}

/** Whether every changed feature was recorded, which `undo` needs. */
export function isWhole({ changes, total }: BlocklistChange): boolean {
  return changes.length === total;
}

/** Returns the changes that turn the stored list into the wanted one, ordered by feature. */
export function differenceOf(stored: ListContents, wanted: ListContents): readonly FeatureChange[] {
  const difference: FeatureChange[] = [];
  for (const feature of new Set([...stored.keys(), ...wanted.keys()])) {
    const change = { feature, before: stored.get(feature) ?? FREE, after: wanted.get(feature) ?? FREE };
    if (!isSameState(change.before, change.after)) difference.push(change);
  }
  return difference.sort((one, other) => (one.feature < other.feature ? -1 : 1));
}

/** Changes of several features in the same way. */
export interface ChangeGroup extends StateChange {
  /** One or more. */
  readonly features: readonly string[];
}

/** Groups changes with the same states before and after, for descriptions. */
export function groupChanges(changes: readonly FeatureChange[]): readonly ChangeGroup[] {
  const groups = new Map<string, { before: EntryState; after: EntryState; features: string[] }>();
  for (const { feature, before, after } of changes) {
    const key = `${formatState(before)} ${formatState(after)}`;
    const group = groups.get(key) ?? { before, after, features: [] };
    groups.set(key, group);
    group.features.push(feature);
  }
  return [...groups.values()];
}

/** One or more changes of one list. */
interface ChangesOfList {
  readonly list: BlocklistName;
  readonly changes: readonly BlocklistChange[];
}

/** Returns the changes of each list, in the order given. */
export function changesByList(changes: readonly BlocklistChange[]): readonly ChangesOfList[] {
  const lists = new Map<string, { list: BlocklistName; changes: BlocklistChange[] }>();
  for (const change of changes) {
    const name = formatBlocklistName(change.list);
    const ofList = lists.get(name) ?? { list: change.list, changes: [] };
    lists.set(name, ofList);
    ofList.changes.push(change);
  }
  return [...lists.values()];
}

/**
 * Splits changes into steps, each of which one edit can revert: changes of one list, reduced to
 * {@link MAX_EDITED_FEATURES} of the features.
 * @param changes in the order that the steps keep
 */
export function undoSteps(changes: readonly BlocklistChange[]): readonly ChangesOfList[] {
  return changesByList(changes).flatMap(({ list, changes: ofList }) => {
    const features = [...new Set(ofList.flatMap((change) => change.changes.map(({ feature }) => feature)))];
    const steps: ChangesOfList[] = [];
    for (let start = 0; start < features.length; start += MAX_EDITED_FEATURES) {
      const some = new Set(features.slice(start, start + MAX_EDITED_FEATURES));
      steps.push({ list, changes: ofList.flatMap((change) => reducedTo(change, some)) });
    }
    return steps;
  });
}

function reducedTo(change: BlocklistChange, features: ReadonlySet<string>): readonly BlocklistChange[] {
  const changes = change.changes.filter(({ feature }) => features.has(feature));
  const total = change.total - (change.changes.length - changes.length);
  return changes.length === 0 ? [] : [{ ...change, changes, total }];
}

/** What an edit must do to revert changes. */
export interface Reversal {
  /** The states before the changes. */
  readonly wanted: ListContents;
  /** The states after the changes. A feature in another state was changed since. */
  readonly expected: ListContents;
}

/** Returns the reversal of changes of one list, the newest first. Reasons are not reverted. */
export function reversalOf(changes: readonly Pick<BlocklistChange, 'changes'>[]): Reversal {
  const wanted = new Map<string, EntryState>();
  const expected = new Map<string, EntryState>();
  for (const { feature, before, after } of changes.flatMap((change) => change.changes)) {
    if (isSameState(before, after)) continue;
    if (!expected.has(feature)) expected.set(feature, after);
    wanted.set(feature, before);
  }
  return { wanted, expected };
}

/** What the reversal of changes does to one feature. */
export interface ReversedFeature extends FeatureChange {
  /** Whether it stays as it is, because it was changed otherwise since. */
  readonly isKept: boolean;
}

/**
 * Returns what a reversal would do now: each feature that is not as it was before the changes.
 * @param changes of one list, the newest first
 * @param stored the present contents of the list
 */
export function planReversal(
  changes: readonly Pick<BlocklistChange, 'changes'>[],
  stored: ListContents,
  nowMs: number,
): readonly ReversedFeature[] {
  const { expected, wanted } = reversalOf(changes);
  return [...wanted.keys()].flatMap((feature) => {
    const before = stateIn(stored, feature, nowMs);
    const after = stateIn(wanted, feature, nowMs);
    const isKept = !isSameState(before, stateIn(expected, feature, nowMs));
    return isSameState(before, after) ? [] : [{ feature, before, after, isKept }];
  });
}

/**
 * Finds what `undo` reverts without an id: the newest change that is neither an undo nor undone, and has
 * changed more than the reason.
 * @param changes of one list or of all, the newest first
 */
export function newestUndoable(changes: readonly BlocklistChange[]): BlocklistChange | undefined {
  return effectiveChanges(changes).find((change) => change.undoes.length === 0 && !isOnlyReason(change));
}

/** Whether a change has changed no state, so that there is nothing to revert. */
function isOnlyReason({ changes }: BlocklistChange): boolean {
  return changes.length > 0 && changes.every(({ after, before }) => isSameState(before, after));
}

/** Finds what `redo` reverts: the newest undo that is not undone itself. @param changes the newest first */
export function newestRedoable(changes: readonly BlocklistChange[]): BlocklistChange | undefined {
  return effectiveChanges(changes).find((change) => isUndo(change, changes));
}

/** The part of a change that says whether it is an undo. */
export interface Undoing {
  readonly id: string;
  /** Empty or undefined if it is not an undo. */
  readonly undoes?: readonly string[] | undefined;
}

/** Whether a change is an undo, and no redo, which undoes an undo. @param changes some that include it */
export function isUndo({ undoes = [] }: Undoing, changes: readonly Undoing[]): boolean {
  const undone = changes.filter(({ id }) => undoes.includes(id));
  return undoes.length > 0 && !undone.some((change) => (change.undoes ?? []).length > 0);
}

/** Returns the changes that are not undone. @param changes the newest first */
export function effectiveChanges<Change extends Undoing>(changes: readonly Change[]): Change[] {
  const undone = new Set<string>();
  return changes.filter(({ id, undoes = [] }) => {
    if (undone.has(id)) return false;
    for (const each of undoes) undone.add(each);
    return true;
  });
}

/**
 * Parses the changes of a record: a JSON array of arrays, each with a feature and its states before and
 * after.
 * @returns undefined for any other text, and for no changes
 */
export function parseChanges(text: string): readonly FeatureChange[] | undefined {
  try {
    return toChanges(JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Converts the parsed JSON of changes. @returns undefined for anything else, and for no changes */
export function toChanges(rows: unknown): readonly FeatureChange[] | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined;
  const changes = rows.map(toChange);
  return changes.every((change) => change !== undefined) ? changes : undefined;
}

function toChange(row: unknown): FeatureChange | undefined {
  const [feature, ...states] = Array.isArray(row) ? (row as unknown[]) : [];
  const [before, after] = states.map((text) => (typeof text === 'string' ? parseState(text) : undefined));
  if (typeof feature !== 'string' || feature === '' || before === undefined || after === undefined)
    return undefined;
  return { feature, before, after };
}
