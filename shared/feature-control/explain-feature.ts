/** The entries of one feature in one list: in its set, in its timed set, in both or in neither. */
export interface ListedFeature<List> {
  readonly list: List;
  /** Whether the feature is in the set, without an end. */
  readonly isInSet: boolean;
  /** When the entry of the timed set ends, in milliseconds since the epoch; undefined if there is none. */
  readonly untilMs?: number | undefined;
  /** Whether the list applies to this player; that of another server does not. */
  readonly applies: boolean;
}

/** One entry that blocks a feature. */
export interface BlockingEntry<List> {
  readonly list: List;
  /** Undefined for an entry without an end. */
  readonly untilMs: number | undefined;
}

/**
 * - `blocked`: by the first of `entries`; it stays blocked until all of them are removed or have ended.
 * - `exempt`: free, because the player has the exempting permission; `entries` would block it.
 * - `free`: no list that applies to the player contains it; `entries` are those of lists that do not apply.
 */
export interface Explanation<List> {
  readonly outcome: 'blocked' | 'exempt' | 'free';
  readonly entries: readonly BlockingEntry<List>[];
}

interface FeatureQuestion<List> {
  /** In this order: global, of the client, of servers. */
  readonly lists: readonly ListedFeature<List>[];
  /** Whether the player is exempt from all lists. */
  readonly isExempt: boolean;
  /** By Redis's clock, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * Explains why a feature is blocked or free for a player. The rule is that of answers (section 4.2, rule 2);
 * the result contains the entries that decide. The entry that blocks the feature for longest is the first:
 * entries without an end precede those with one, and later ends precede earlier ones.
 */
export function explainFeature<List>({ lists, isExempt, nowMs }: FeatureQuestion<List>): Explanation<List> {
  const entriesOf = (applies: boolean): BlockingEntry<List>[] =>
    lists
      .filter((listed) => listed.applies === applies)
      .flatMap((listed) => blockingEntry(listed, nowMs))
      .sort((one, other) => compareEnds(one.untilMs, other.untilMs));
  const applicable = entriesOf(true);
  if (applicable.length === 0) return { outcome: 'free', entries: entriesOf(false) };
  return { outcome: isExempt ? 'exempt' : 'blocked', entries: applicable };
}

/** @returns none or one; if both sets contain the feature, the entry without an end */
function blockingEntry<List>(
  { list, isInSet, untilMs }: ListedFeature<List>,
  nowMs: number,
): BlockingEntry<List>[] {
  if (isInSet) return [{ list, untilMs: undefined }];
  return untilMs !== undefined && untilMs > nowMs ? [{ list, untilMs }] : [];
}

/** Orders later ends first. */
function compareEnds(one: number | undefined, other: number | undefined): number {
  if (one === other) return 0;
  return (other ?? Infinity) - (one ?? Infinity);
}
