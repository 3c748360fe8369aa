import { eventually } from '../support/eventually.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { CHANNEL } from './ask.ts';
import { PATIENCE } from './start-proxy.ts';

export type Named = Readonly<Record<string, readonly string[]>>;

/** A message about subscriptions: an answer, or an event. */
export interface SubscriptionMessage {
  readonly event?: string;
  readonly ok?: boolean;
  readonly error?: string;
  readonly message?: string;
  readonly payload?: {
    readonly revision: number;
    readonly subscriptions: readonly {
      readonly client: string;
      readonly blocked?: readonly string[];
      readonly unblocked?: readonly string[];
      readonly blocklist: readonly string[];
    }[];
  };
}

/** Returns the text of a request to subscribe to features of clients. */
export function subscribeRequest(named: Named, id = 'request-1'): string {
  const subscriptions = Object.entries(named).map(([client, features]) => ({ client, features }));
  return JSON.stringify({ id, method: 'subscribe', payload: { subscriptions } });
}

/** Returns all messages received on the channel so far, parsed as JSON. */
export function messagesTo(player: StandInPlayer, channel = CHANNEL): SubscriptionMessage[] {
  return player.received
    .filter((message) => message.channel === channel)
    .map(({ bytes }) => JSON.parse(bytes.toString('utf8')) as SubscriptionMessage);
}

/** Waits until `count` messages have arrived. @returns the last of them */
export async function messageTo(player: StandInPlayer, count: number): Promise<SubscriptionMessage> {
  return await eventually(() => messagesTo(player)[count - 1], {
    ...PATIENCE,
    what: `message ${count} to ${player.name}`,
  });
}

export async function subscribe(player: StandInPlayer, named: Named): Promise<SubscriptionMessage> {
  const before = messagesTo(player).length;
  await player.send(CHANNEL, subscribeRequest(named));
  return await messageTo(player, before + 1);
}
