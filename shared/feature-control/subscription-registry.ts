import type { Caller, MethodResult } from '../protocol/method.ts';

/** What a player is answered who subscribes. */
export interface SubscriptionAnswer {
  /** The number of this message among those about subscriptions on the connection, from 1 on. */
  revision: number;
  /** For each client that was named, in the order of the request, which of its features are blocked. */
  subscriptions: { client: string; blocklist: string[] }[];
}

/** Who has subscribed to what, in the memory of the proxy that a player is on. */
export interface SubscriptionRegistry {
  /**
   * Sets the subscriptions of the clients that are named; those of others stay.
   * @param named for each client its features, each once; none to end its subscription
   */
  subscribe(
    caller: Caller,
    named: ReadonlyMap<string, readonly string[]>,
  ): MethodResult<SubscriptionAnswer> | Promise<MethodResult<SubscriptionAnswer>>;
}
