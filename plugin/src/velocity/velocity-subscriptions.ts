import { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import type { SubscriptionsDependencies } from '../../../shared/feature-control/subscriptions.ts';
import type { PlayerConnection } from '../../../shared/protocol/method.ts';
import type { Packet, ScriptHost } from '../../types/bridge.ts';
import { EventListeners } from './event-listeners.ts';
import { GamePhases } from './game-phases.ts';

export interface VelocitySubscriptionsDependencies extends Omit<
  SubscriptionsDependencies,
  'firstSubscribed'
> {
  readonly host: ScriptHost;
}

/** Connects the subscriptions with the proxy. Registers no listeners before the first subscription. */
export class VelocitySubscriptions {
  readonly subscriptions: Subscriptions;
  readonly #host: ScriptHost;
  readonly #listeners: EventListeners;
  readonly #phases: GamePhases;

  constructor(dependencies: VelocitySubscriptionsDependencies) {
    const { host } = dependencies;
    this.#host = host;
    this.#listeners = new EventListeners(host);
    this.#phases = new GamePhases(host);
    this.subscriptions = new Subscriptions({
      ...dependencies,
      firstSubscribed: () => {
        this.#listen();
      },
    });
  }

  /** Returns the connection on which a packet was received. It does not retain the packet's content. */
  connectionOf(packet: Packet): PlayerConnection {
    const player = packet.player();
    const channel = packet.channel();
    return {
      identity: player,
      isOpen: () => player.isActive(),
      isInGame: () => this.#phases.isInGame(player),
      send: (text) => {
        player.sendPluginMessage(channel, this.#host.modChannels().utf8(text));
      },
    };
  }

  close(): void {
    this.#listeners.close();
    this.#phases.close();
    this.subscriptions.close();
  }

  #listen(): void {
    const left = Java.type('com.velocitypowered.api.event.connection.DisconnectEvent').class;
    this.#phases.listen((player) => {
      this.subscriptions.arrived(player.getUniqueId().toString());
    });
    this.#listeners.on(left, (event) => {
      this.subscriptions.left(event.getPlayer().getUniqueId().toString(), event.getPlayer());
    });
  }
}
