import type { Caller, MethodResult } from '../protocol/method.ts';

/** The answer to a player that subscribes. */
export interface SubscriptionAnswer {
  /** The number of this message among the subscription messages on the connection, starting at 1. */
  revision: number;
  /** The blocked features of each named client, in the order of the request. */
  subscriptions: { client: string; blocklist: string[] }[];
}

/** The subscriptions of the players on this proxy, in memory. */
export interface SubscriptionRegistry {
  /**
   * Replaces the subscriptions of the named clients; those of other clients are unchanged.
   * @param named the features of each client, without duplicates; no features to unsubscribe
   */
  subscribe(caller: Caller, named: ReadonlyMap<string, readonly string[]>): MethodResult<SubscriptionAnswer>;
}
