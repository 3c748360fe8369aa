import { NO_LISTS, selectBlockedFeatures } from '../blocked-features.ts';
import type { Blocklists } from '../blocked-features.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { NO_SCOPE, scopeKey } from '../player-scope.ts';
import type { PlayerScope } from '../player-scope.ts';
import { utf8Length } from './bounds.ts';
import type { SubscriptionSize } from './bounds.ts';

/** The blocked features that a client was answered; two that are equal may be different arrays. */
export type Blocklist = readonly string[];

interface LookingUp {
  readonly generation: number;
  readonly lists: Promise<Blocklists | undefined>;
}

/**
 * One client with one set of features, for all players of one scope who have subscribed to just that: looked
 * up once for all of them.
 */
export class AnswerGroup<Member> implements SubscriptionSize {
  /** What {@link groupKey} returns for client and features. */
  readonly key: string;
  readonly client: string;
  readonly features: readonly string[];
  readonly scope: PlayerScope;
  readonly bytes: number;
  readonly members = new Set<Member>();
  #blocklist: Blocklist | undefined;
  /** As of which generation of lists the blocklist is right; undefined where of none. */
  #lookedUpAt: number | undefined;
  /** The latest look-up that waits for Redis. */
  #lookingUp: LookingUp | undefined;

  constructor(client: string, features: readonly string[], scope: PlayerScope) {
    this.key = groupKey(client, features, scope);
    this.client = client;
    this.features = features;
    this.scope = scope;
    this.bytes = utf8Length(groupKey(client, features, NO_SCOPE));
  }

  /** As last looked up; undefined where the lists were never known. */
  get blocklist(): Blocklist | undefined {
    return this.#blocklist;
  }

  /** To be called when a list has changed that this client obeys. */
  markStale(): void {
    this.#lookedUpAt = undefined;
    this.#lookingUp = undefined;
  }

  isStale(generation: number): boolean {
    return this.#lookedUpAt !== generation;
  }

  /** @param generation of lists, the same for as long as none has changed that every client obeys */
  lookUp(store: BlocklistStore, generation: number): Blocklist | undefined | Promise<Blocklist | undefined> {
    if (this.#lookingUp?.generation !== generation) {
      const { isExempt, server } = this.scope;
      const lists = isExempt ? NO_LISTS : store.lookUp(this.client, this.features, server);
      if (!(lists instanceof Promise)) return this.#take(lists, generation);
      this.#lookingUp = { generation, lists };
    }
    return this.#takeLater(this.#lookingUp);
  }

  async #takeLater(looking: LookingUp): Promise<Blocklist | undefined> {
    const lists = await looking.lists;
    // Otherwise a list has changed since, or another member has taken it already.
    const isLatest = this.#lookingUp === looking;
    if (isLatest) this.#lookingUp = undefined;
    return this.#take(lists, isLatest ? looking.generation : this.#lookedUpAt);
  }

  /** @param generation as of which the lists are right; undefined where that is not known */
  #take(lists: Blocklists | undefined, generation: number | undefined): Blocklist | undefined {
    if (lists === undefined) return undefined;
    const blocklist = selectBlockedFeatures(this.features, lists);
    this.#lookedUpAt = generation;
    // The array stays the same where it holds the same, so that what was sent is compared by a glance.
    if (this.#blocklist === undefined || !isSame(this.#blocklist, blocklist)) this.#blocklist = blocklist;
    return this.#blocklist;
  }
}

/** What groups are found by: without a scope, the subscription as JSON, which counts as its bytes. */
export function groupKey(client: string, features: readonly string[], scope: PlayerScope): string {
  return JSON.stringify({ client, features }) + scopeKey(scope);
}

/** Whether both hold the same features. Both are in the order of one request. */
export function isSame(one: Blocklist, other: Blocklist): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}
