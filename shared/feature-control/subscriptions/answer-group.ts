import { encodeUtf8 } from '../../encode-utf8.ts';
import { NO_LISTS, selectBlockedFeatures } from '../blocked-features.ts';
import type { BlocklistStore } from '../blocklist-store.ts';
import { NO_SCOPE, scopeKey } from '../player-scope.ts';
import type { PlayerScope } from '../player-scope.ts';
import type { SubscriptionSize } from './bounds.ts';

/** The blocked features that a client was answered. Equal lists may be different arrays. */
export type Blocklist = readonly string[];

/**
 * One client with one set of features, shared by all players of one scope that have exactly this
 * subscription. Looked up once for all of them.
 */
export class AnswerGroup<Member> implements SubscriptionSize {
  /** The {@link groupKey} of client, features and scope. */
  readonly key: string;
  readonly client: string;
  readonly features: readonly string[];
  readonly scope: PlayerScope;
  readonly bytes: number;
  readonly members = new Set<Member>();
  #blocklist: Blocklist | undefined;
  /** The generation of the lists from which the blocklist was computed; undefined if it is stale. */
  #blocklistGeneration: number | undefined;

  constructor(client: string, features: readonly string[], scope: PlayerScope) {
    this.key = groupKey(client, features, scope);
    this.client = client;
    this.features = features;
    this.scope = scope;
    this.bytes = encodeUtf8(groupKey(client, features, NO_SCOPE)).length;
  }

  /** As of the last look-up; undefined if the lists were never known. */
  get blocklist(): Blocklist | undefined {
    return this.#blocklist;
  }

  /** Must be called when a list of this client has, or may have, changed. */
  markStale(): void {
    this.#blocklistGeneration = undefined;
  }

  isStale(generation: number): boolean {
    return this.#blocklistGeneration !== generation;
  }

  /**
   * @param generation of the lists; unchanged until every group becomes stale
   * @returns undefined if the lists were never read
   */
  lookUp(store: BlocklistStore, generation: number): Blocklist | undefined {
    const { isExempt, server } = this.scope;
    const lists = isExempt ? NO_LISTS : store.lookUp(this.client, server);
    if (lists === undefined) return undefined;
    const blocklist = selectBlockedFeatures(this.features, lists);
    this.#blocklistGeneration = generation;
    // Keeps the previous array if the features are the same, so that callers can compare by identity.
    if (this.#blocklist === undefined || !isSame(this.#blocklist, blocklist)) this.#blocklist = blocklist;
    return this.#blocklist;
  }
}

/**
 * Returns the key of a group: the subscription as JSON, followed by the scope. Without a scope, its length
 * counts as the size of the subscription.
 */
export function groupKey(client: string, features: readonly string[], scope: PlayerScope): string {
  return JSON.stringify({ client, features }) + scopeKey(scope);
}

/** Whether both contain the same features. Both must be in the order of the same request. */
export function isSame(one: Blocklist, other: Blocklist): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}
