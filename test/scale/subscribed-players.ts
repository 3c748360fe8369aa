import { messagesTo, subscribe } from '../jar/subscribing.ts';
import type { Named } from '../jar/subscribing.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/** Many players with the same subscription. */
export class SubscribedPlayers {
  readonly #players: readonly StandInPlayer[];

  private constructor(players: readonly StandInPlayer[]) {
    this.#players = players;
  }

  /** Adds players to the proxy, and subscribes each to the features in `named`. */
  static async join(proxy: StandIn, count: number, named: Named): Promise<SubscribedPlayers> {
    const joining = Array.from({ length: count }, () => proxy.join({ connected: true }));
    const players = await Promise.all(joining);
    await Promise.all(players.map((player) => subscribe(player, named)));
    return new SubscribedPlayers(players);
  }

  /** Whether each player has received an event after the answer. */
  haveEvents(): boolean {
    return this.#players.every(({ received }) => received.length > 1);
  }

  /** Returns the distinct sequences of events that the players received. */
  events(): unknown[] {
    const texts = new Set(this.#players.map((player) => JSON.stringify(messagesTo(player).slice(1))));
    return [...texts].map((text): unknown => JSON.parse(text));
  }
}
