import type { BridgeMessage } from '../../../shared/bridges/bridge.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { JavaList } from '../../types/jdk.ts';
import type { ChannelIdentifier, Player } from '../../types/velocity.ts';
import { registeredChannels, sentChannels } from '../bridges/bridge-settings.ts';
import type { BridgeSettings } from '../bridges/bridge-settings.ts';
import { configuredBridges } from '../bridges/configured-bridges.ts';
import { ModBridges } from '../bridges/mod-bridges.ts';
import type { BridgedClient } from '../bridges/bridged-player.ts';
import type { Config } from '../config/parse-config.ts';
import { EventListeners } from './event-listeners.ts';
import { GamePhases } from './game-phases.ts';
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

/**
 * Connects the bridges to mods with the proxy. While no bridge is enabled, it registers no channels and sends
 * nothing. It only remembers the channels that clients register, as Velocity does not report them later.
 */
export class VelocityBridges {
  readonly mods: ModBridges;
  readonly #dependencies: VelocityBridgesDependencies;
  readonly #host: ScriptHost;
  readonly #messages: PreparedMessages;
  readonly #departures: EventListeners;
  readonly #phases: GamePhases;

  constructor(dependencies: VelocityBridgesDependencies) {
    const { host, clock, timers, listsOf } = dependencies;
    this.#dependencies = dependencies;
    this.#host = host;
    this.#messages = new PreparedMessages(host);
    this.#departures = new EventListeners(host);
    this.#phases = new GamePhases(host);
    this.mods = new ModBridges(clock, timers, { enabled: [], isCoarse: false, conflict: 'off', listsOf });
  }

  /** Applies new settings, and updates listeners, watched channels and messages accordingly. */
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
    if (!this.#departures.areListening) this.#listenToDepartures();
    const wereEnabled = this.#phases.areListening;
    this.#watchChannels(settings);
    this.mods.apply(settings);
    if (enabled.length === 0) this.#phases.close();
    else if (!wereEnabled) {
      const arrived = (player: Player): void => {
        this.mods.arrived(idOf(player), this.#clientOf(player));
      };
      this.#phases.listen(arrived);
      // For mods that cannot be detected.
      toArray(this.#host.proxy().getAllPlayers()).forEach(arrived);
    }
  }

  close(): void {
    this.#departures.close();
    this.#phases.close();
    this.mods.close();
  }

  #watchChannels(settings: BridgeSettings): void {
    const list = Java.type('java.util.List');
    const blocked = settings.conflict === 'ours-only' ? sentChannels(settings) : [];
    this.#host
      .modChannels()
      .watch(
        list.of(...registeredChannels(settings)),
        list.of(...blocked),
        (event: string, _: unknown, player: Player, ...details: readonly unknown[]) => {
          if (event === 'registered') this.#registered(player, ...(details as [JavaList<ChannelIdentifier>]));
          else this.#sent(event, player, ...(details as [string, ArrayLike<number>, unknown]));
        },
      );
  }

  #registered(player: Player, channels: JavaList<ChannelIdentifier>): void {
    // A player who has left must not be added again.
    if (!player.isActive()) return;
    const names = toArray(channels).map((channel) => channel.getId());
    this.mods.registered(idOf(player), this.#clientOf(player), names);
  }

  #sent(from: string, player: Player, channel: string, bytes: ArrayLike<number>, source: unknown): void {
    // A player who has left must not be added again.
    if (!player.isActive()) return;
    const [id, client, body] = [idOf(player), this.#clientOf(player), unsigned(bytes)];
    if (from === 'server') this.mods.backendSent(id, client, { channel, body, server: source });
    else this.mods.clientSent(id, client, channel, body);
  }

  #listenToDepartures(): void {
    const left = Java.type('com.velocitypowered.api.event.connection.DisconnectEvent').class;
    this.#departures.on(left, (event) => {
      this.mods.left(idOf(event.getPlayer()), event.getPlayer());
    });
  }

  #clientOf(player: Player): BridgedClient {
    const messages = this.#messages;
    return {
      identity: player,
      protocol: player.getProtocolVersion().getProtocol(),
      isInGame: () => this.#phases.isInGame(player),
      scope: () => this.#dependencies.scopes.ofPlayer(player),
      server: () => player.getCurrentServer().orElse(null),
      send: (message) => {
        messages.send(player, message);
      },
    };
  }
}

/** Messages converted for Java. Each is converted once, and sent to many players. */
class PreparedMessages {
  readonly #host: ScriptHost;
  readonly #prepared = new WeakMap<BridgeMessage, (player: Player) => void>();
  readonly #channels = new Map<string, ChannelIdentifier>();

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  send(player: Player, message: BridgeMessage): void {
    let send = this.#prepared.get(message);
    if (send === undefined) {
      send = this.#prepare(message);
      this.#prepared.set(message, send);
    }
    send(player);
  }

  #prepare(message: BridgeMessage): (player: Player) => void {
    if ('chat' in message) {
      // Literal text: a parser of legacy colour codes would remove the codes, which the mod reads.
      const text = Java.type('net.kyori.adventure.text.Component').text().content(message.chat).build();
      return (player) => {
        player.sendMessage(text);
      };
    }
    const signed = message.body.map((byte) => (byte > 127 ? byte - 256 : byte));
    const bytes = this.#host.modChannels().bytes(signed);
    const channel = this.#channel(message.channel);
    return (player) => {
      player.sendPluginMessage(channel, bytes);
    };
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

/** Converts Java's signed bytes to 0 to 255. */
function unsigned(bytes: ArrayLike<number>): number[] {
  return Array.from(bytes, (byte) => byte & 0xff);
}
