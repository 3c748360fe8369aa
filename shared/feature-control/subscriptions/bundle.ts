import { encodeBlocklistChanged } from '../blocklist-changed.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { NO_SCOPE } from '../player-scope.ts';
import { isSame } from './answer-group.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';

/**
 * The blocked features last sent for each group of a bundle, in its order. Immutable: many players share one.
 */
export type BundleState = readonly Blocklist[];

/**
 * All subscriptions of a player, shared by all players with the same subscriptions. The changes since the
 * previous message are computed and serialised once for all of them.
 */
export class Bundle<Member> {
  readonly key: string;
  readonly groups: readonly AnswerGroup<Bundle<Member>>[];
  /** Whether the answers do not depend on the player. */
  readonly hasNoScope: boolean;
  readonly members = new Set<Member>();
  #state: BundleState = [];
  #stateGeneration: number | undefined;
  #lastChange: { readonly from: BundleState; readonly to: BundleState; readonly changes: string } | undefined;
  #lastEvent: { readonly changes: string; readonly revision: number; readonly text: string } | undefined;

  constructor(key: string, groups: readonly AnswerGroup<Bundle<Member>>[]) {
    this.key = key;
    this.groups = groups;
    this.hasNoScope = groups.every(({ scope }) => scope === NO_SCOPE);
  }

  /** Must be called when a list of one of the clients has, or may have, changed. */
  markStale(): void {
    this.#stateGeneration = undefined;
  }

  /**
   * Returns the current blocked features.
   * @param generation of the lists; unchanged until every group becomes stale
   * @returns undefined if a list was never read
   */
  state(store: BlocklistStore, generation: number): BundleState | undefined {
    if (this.#stateGeneration === generation) return this.#state;
    const stale = this.groups.filter((group) => group.isStale(generation));
    for (const group of stale) if (group.lookUp(store, generation) === undefined) return undefined;
    this.#stateGeneration = generation;
    return this.latestState();
  }

  /** As of the last look-up. */
  latestState(): BundleState {
    const state = this.groups.map(({ blocklist = [] }) => blocklist);
    if (state.length !== this.#state.length || state.some((one, index) => one !== this.#state[index]))
      this.#state = state;
    return this.#state;
  }

  /** @returns the event for members that were sent `from`; undefined if no answer has changed */
  eventOf(from: BundleState, to: BundleState, revision: number): string | undefined {
    const changes = this.#changesOf(from, to);
    if (changes === '') return undefined;
    if (this.#lastEvent?.changes !== changes || this.#lastEvent.revision !== revision)
      this.#lastEvent = { changes, revision, text: encodeBlocklistChanged(revision, changes) };
    return this.#lastEvent.text;
  }

  /** Returns the change of each client as JSON, separated by commas; empty if no answer has changed. */
  #changesOf(from: BundleState, to: BundleState): string {
    if (this.#lastChange?.from === from && this.#lastChange.to === to) return this.#lastChange.changes;
    const changes = this.groups
      .flatMap(({ client }, index) => changeOf(client, from[index] ?? [], to[index] ?? []))
      .join(',');
    this.#lastChange = { from, to, changes };
    return changes;
  }
}

function changeOf(client: string, from: Blocklist, blocklist: Blocklist): string[] {
  if (isSame(from, blocklist)) return [];
  const [blocked, unblocked] = [without(blocklist, from), without(from, blocklist)];
  return [JSON.stringify({ client, blocked, unblocked, blocklist })];
}

/** Returns the elements of `some` that are not in `others`, in the order of `some`. */
function without(some: Blocklist, others: Blocklist): string[] {
  const excluded = new Set(others);
  return some.filter((name) => !excluded.has(name));
}
