import type { BridgeMessage } from '../../../shared/bridges/bridge.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { JavaBytes } from '../../types/jdk.ts';
import type { ChannelIdentifier, Player } from '../../types/velocity.ts';
import { registeredChannels, sentChannels } from '../bridges/bridge-settings.ts';
import type { BridgeSettings } from '../bridges/bridge-settings.ts';
import { configuredBridges } from '../bridges/configured-bridges.ts';
import { ModBridges } from '../bridges/mod-bridges.ts';
import type { BridgedClient } from '../bridges/bridged-player.ts';
import { RegistrationGuard } from '../bridges/registration-guard.ts';
import type { Config } from '../config/parse-config.ts';
import { EventListeners } from './event-listeners.ts';
import type { PlayerScopes } from './player-scopes.ts';
import { toArray } from './java-interop.ts';

export interface VelocityBridgesDependencies {
  readonly host: ScriptHost;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly listsOf: BridgeSettings['listsOf'];
  readonly scopes: Pick<PlayerScopes, 'ofPlayer'>;
}

/** Between the proxy and the bridges to mods. Registers nothing while no bridge is enabled. */
export class VelocityBridges {
  readonly mods: ModBridges;
  readonly #dependencies: VelocityBridgesDependencies;
  readonly #host: ScriptHost;
  readonly #messages: PreparedMessages;
  readonly #listeners: EventListeners;
  readonly #guard = new RegistrationGuard();

  constructor(dependencies: VelocityBridgesDependencies) {
    const { host, clock, timers, listsOf } = dependencies;
    this.#dependencies = dependencies;
    this.#host = host;
    this.#messages = new PreparedMessages(host);
    this.#listeners = new EventListeners(host);
    this.mods = new ModBridges(clock, timers, { enabled: [], isCoarse: false, conflict: 'off', listsOf });
  }

  /** Listens and sends as these settings say, and no longer as others did. */
  apply({ bridges: configured }: Config): void {
    const { logger, listsOf } = this.#dependencies;
    const plugins = this.#host.proxy().getPluginManager();
    const { enabled, withVendor } = configuredBridges(configured, (id) => plugins.isLoaded(id));
    for (const { bridge, plugin } of withVendor)
      logger.warn(
        `The bridge ${bridge.name} stays off, as the plugin ${plugin} on this proxy speaks to the same mod: ` +
          `remove one of them, or name the bridge in bridges.beside-vendor-plugin`,
      );
    const settings = { enabled, isCoarse: configured.coarse, conflict: configured.conflict, listsOf };
    if (enabled.length === 0 && !this.#listeners.areListening) return;
    this.#watchChannels(settings);
    this.mods.apply(settings);
    // Without listeners, nobody would remove the players who leave.
    if (enabled.length === 0) this.close();
    else if (!this.#listeners.areListening) {
      this.#listen();
      this.#greetPlayers();
    }
  }

  close(): void {
    this.#listeners.close();
    this.mods.close();
  }

  #watchChannels(settings: BridgeSettings): void {
    const list = Java.type('java.util.List');
    const kept = settings.conflict === 'ours-only' ? sentChannels(settings) : [];
    this.#host
      .modChannels()
      .watch(
        list.of(...registeredChannels(settings)),
        list.of(...kept),
        (from: string, _: unknown, player: Player, channel: string, bytes: ArrayLike<number>) => {
          if (from === 'server') this.mods.backendSaid(idOf(player), channel, unsigned(bytes));
          else if (player.isActive())
            this.mods.said(idOf(player), this.#clientOf(player), channel, unsigned(bytes));
        },
      );
  }

  #listen(): void {
    const registered = Java.type('com.velocitypowered.api.event.player.PlayerChannelRegisterEvent').class;
    const arrived = Java.type('com.velocitypowered.api.event.player.ServerPostConnectEvent').class;
    const left = Java.type('com.velocitypowered.api.event.connection.DisconnectEvent').class;
    this.#listeners.on(registered, (event) => {
      const id = idOf(event.getPlayer());
      const isRead = this.#guard.admits(id, this.#dependencies.clock.monotonicMs());
      // Events of one player may come in another order: one who has left must not come back.
      if (!isRead || !event.getPlayer().isActive()) return;
      const channels = toArray(event.getChannels()).map((channel) => channel.getId());
      this.mods.registered(id, this.#clientOf(event.getPlayer()), channels);
    });
    this.#listeners.on(arrived, (event) => {
      if (!event.getPlayer().isActive()) return;
      this.mods.arrived(idOf(event.getPlayer()), this.#clientOf(event.getPlayer()));
    });
    this.#listeners.on(left, (event) => {
      this.mods.left(idOf(event.getPlayer()));
    });
  }

  /**
   * Players who are here already: a mod that nothing shows is sent its state now. What their clients have
   * registered, Velocity's API does not say.
   */
  #greetPlayers(): void {
    for (const player of toArray(this.#host.proxy().getAllPlayers()))
      this.mods.arrived(idOf(player), this.#clientOf(player));
  }

  #clientOf(player: Player): BridgedClient {
    const messages = this.#messages;
    return {
      protocol: player.getProtocolVersion().getProtocol(),
      isInGame: () => player.getProtocolState().name() === 'PLAY',
      scope: () => this.#dependencies.scopes.ofPlayer(player),
      send: (message) => {
        messages.send(player, message);
      },
    };
  }
}

/** Messages in the form in which Java takes them: each is prepared once, and sent to many players. */
class PreparedMessages {
  readonly #host: ScriptHost;
  readonly #bytes = new WeakMap<BridgeMessage, JavaBytes>();
  readonly #channels = new Map<string, ChannelIdentifier>();

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  send(player: Player, message: BridgeMessage): void {
    if ('chat' in message) {
      // A text component as it is: the codes would be lost in a parser of colours.
      player.sendMessage(
        Java.type('net.kyori.adventure.text.Component').text().content(message.chat).build(),
      );
      return;
    }
    let bytes = this.#bytes.get(message);
    if (bytes === undefined) {
      bytes = this.#host.modChannels().bytes(message.body.map((byte) => (byte > 127 ? byte - 256 : byte)));
      this.#bytes.set(message, bytes);
    }
    player.sendPluginMessage(this.#channel(message.channel), bytes);
  }

  #channel(name: string): ChannelIdentifier {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = this.#host.modChannels().identifier(name);
      this.#channels.set(name, channel);
    }
    return channel;
  }
}

function idOf(player: Player): string {
  return player.getUniqueId().toString();
}

/** Java's bytes are signed. */
function unsigned(bytes: ArrayLike<number>): number[] {
  return Array.from(bytes, (byte) => byte & 0xff);
}
