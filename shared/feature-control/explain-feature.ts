/** What one list holds of a feature: in its set, in its timed set, in both or in neither. */
export interface ListedFeature<List> {
  readonly list: List;
  /** Whether the feature is in the set, without an end. */
  readonly isInSet: boolean;
  /** When the entry of the timed set ends, in milliseconds since the epoch; undefined where there is none. */
  readonly untilMs?: number | undefined;
  /** Whether the list counts for this player: that of another server does not. */
  readonly applies: boolean;
}

/** One entry that blocks a feature. */
export interface BlockingEntry<List> {
  readonly list: List;
  /** Undefined for an entry without an end. */
  readonly untilMs: number | undefined;
}

/**
 * - `blocked`: by the first of `entries`; it stays blocked until all of them are removed or over.
 * - `exempt`: free, as the player has the permission for it; `entries` would block it.
 * - `free`: no list that counts for the player has it; `entries` would block it if their lists counted.
 */
export interface Explanation<List> {
  readonly outcome: 'blocked' | 'exempt' | 'free';
  readonly entries: readonly BlockingEntry<List>[];
}

export interface FeatureQuestion<List> {
  /** In the order in which they are named: global, of the client, of servers. */
  readonly lists: readonly ListedFeature<List>[];
  /** Whether the player is exempt from all lists. */
  readonly isExempt: boolean;
  /** By Redis's clock, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * Why a feature is blocked or free for a player: the same rule as that of answers (section 4.2, rule 2), with
 * the entries by which it is decided. What has no end comes before what has one, and of those, what lasts
 * longer: the entry that keeps the feature blocked for longest is the first.
 */
export function explainFeature<List>({ lists, isExempt, nowMs }: FeatureQuestion<List>): Explanation<List> {
  const entriesOf = (applies: boolean): BlockingEntry<List>[] =>
    lists
      .filter((listed) => listed.applies === applies)
      .flatMap((listed) => blockingEntry(listed, nowMs))
      .sort((one, other) => compareEnds(one.untilMs, other.untilMs));
  const counting = entriesOf(true);
  if (counting.length === 0) return { outcome: 'free', entries: entriesOf(false) };
  return { outcome: isExempt ? 'exempt' : 'blocked', entries: counting };
}

/** @returns none or one: in both sets, the entry without an end counts */
function blockingEntry<List>(
  { list, isInSet, untilMs }: ListedFeature<List>,
  nowMs: number,
): BlockingEntry<List>[] {
  if (isInSet) return [{ list, untilMs: undefined }];
  return untilMs !== undefined && untilMs > nowMs ? [{ list, untilMs }] : [];
}

/** The later end first. */
function compareEnds(one: number | undefined, other: number | undefined): number {
  if (one === other) return 0;
  return (other ?? Infinity) - (one ?? Infinity);
}
