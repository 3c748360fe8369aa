import { encodeBlocklistChanged } from '../blocklist-changed.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { NO_SCOPE } from '../player-scope.ts';
import { isSame } from './answer-group.ts';
import type { AnswerGroup, Blocklist } from './answer-group.ts';

/** What was sent about each group of a bundle, in its order. Never changed: many players share one. */
export type BundleState = readonly Blocklist[];

/**
 * All subscriptions of a player, for all players who have the same: what is different from the message before
 * is found and written once for all of them.
 */
export class Bundle<Member> {
  readonly key: string;
  readonly groups: readonly AnswerGroup<Bundle<Member>>[];
  /** Whether the answers are the same for all players. */
  readonly hasNoScope: boolean;
  readonly members = new Set<Member>();
  #state: BundleState = [];
  #stateAt: number | undefined;
  #lastChange: { readonly from: BundleState; readonly to: BundleState; readonly changes: string } | undefined;
  #lastEvent: { readonly changes: string; readonly revision: number; readonly text: string } | undefined;

  constructor(key: string, groups: readonly AnswerGroup<Bundle<Member>>[]) {
    this.key = key;
    this.groups = groups;
    this.hasNoScope = groups.every(({ scope }) => scope === NO_SCOPE);
  }

  /** To be called when a list has changed that one of the clients obeys. */
  markStale(): void {
    this.#stateAt = undefined;
  }

  /**
   * @param generation of lists, the same for as long as none has changed that every client obeys
   * @returns what is blocked now, and what that was last where lists were never known; or a promise that it
   * can be asked for again
   */
  state(store: BlocklistStore, generation: number): BundleState | Promise<unknown> {
    if (this.#stateAt === generation) return this.#state;
    const stale = this.groups.filter((group) => group.isStale(generation));
    const pending = stale.map((group) => group.lookUp(store, generation));
    const waiting = pending.filter((found) => found instanceof Promise);
    if (waiting.length > 0) return Promise.all(waiting);
    this.#stateAt = generation;
    return this.latestState();
  }

  /** As last looked up. */
  latestState(): BundleState {
    const state = this.groups.map(({ blocklist = [] }) => blocklist);
    if (state.length !== this.#state.length || state.some((one, index) => one !== this.#state[index]))
      this.#state = state;
    return this.#state;
  }

  /** @returns the event for members who were sent `from`; undefined where no answer is another */
  eventOf(from: BundleState, to: BundleState, revision: number): string | undefined {
    const changes = this.#changesOf(from, to);
    if (changes === '') return undefined;
    if (this.#lastEvent?.changes !== changes || this.#lastEvent.revision !== revision)
      this.#lastEvent = { changes, revision, text: encodeBlocklistChanged(revision, changes) };
    return this.#lastEvent.text;
  }

  /** For each client whose answer is another, the change as JSON, separated by commas; empty for none. */
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

/** @returns in the order of `some`, what is not in `others` */
function without(some: Blocklist, others: Blocklist): string[] {
  const excluded = new Set(others);
  return some.filter((name) => !excluded.has(name));
}
