import { isBlockedAt } from './entry-state.ts';
import type { EntryState } from './entry-state.ts';

/** The state of one feature in one list. */
export interface ListedState<List> {
  readonly list: List;
  readonly state: EntryState;
  /** Whether the list applies to this player; that of another server does not. */
  readonly applies: boolean;
}

/** One entry that blocks a feature. */
export interface BlockingEntry<List> {
  readonly list: List;
  readonly state: EntryState;
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
  readonly lists: readonly ListedState<List>[];
  /** Whether the player is exempt from all lists. */
  readonly isExempt: boolean;
  /** By Redis's clock, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * Explains why a feature is blocked or free for a player. The rule is that of answers (section 4.2, rule 2);
 * the result contains the entries that decide. The entry that blocks the feature for longest is the first:
 * permanent entries precede timed ones, and later ends precede earlier ones.
 */
export function explainFeature<List>({ lists, isExempt, nowMs }: FeatureQuestion<List>): Explanation<List> {
  const entriesOf = (applies: boolean): BlockingEntry<List>[] =>
    lists
      .filter((listed) => listed.applies === applies && isBlockedAt(listed.state, nowMs))
      .map(({ list, state }) => ({ list, state }))
      .sort((one, other) => compareEnds(endOf(one.state), endOf(other.state)));
  const applicable = entriesOf(true);
  if (applicable.length === 0) return { outcome: 'free', entries: entriesOf(false) };
  return { outcome: isExempt ? 'exempt' : 'blocked', entries: applicable };
}

function endOf({ permanent, untilMs = 0 }: EntryState): number {
  return permanent ? Infinity : untilMs;
}

/** Orders later ends first. */
function compareEnds(one: number, other: number): number {
  return one === other ? 0 : other - one;
}
