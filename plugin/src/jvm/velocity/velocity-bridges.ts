import type { Bridge, BridgeMessage } from '../../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { Player } from '../../../types/velocity.ts';
import { registeredChannels } from '../../bridges/bridge-settings.ts';
import type { BridgeSettings } from '../../bridges/bridge-settings.ts';
import type { BridgedClient } from '../../bridges/bridged-player.ts';
import { ModBridges } from '../../bridges/mod-bridges.ts';
import type { Config } from '../../config/parse-config.ts';
import type { VelocityPlatform } from '../host.ts';
import { toArray } from '../java-interop.ts';
import { idOf } from './player-events.ts';
import type { PlayerScopes } from './player-scopes.ts';

interface VelocityBridgesDependencies extends VelocityPlatform {
  readonly listsOf: BridgeSettings['listsOf'];
  readonly scopes: PlayerScopes;
  /** Whether a message sent now reaches the client in the game. */
  readonly isInGame: (player: Player) => boolean;
}

/**
 * Connects the bridges to mods with the proxy. While no bridge is enabled, it registers no channels and sends
 * nothing. It only remembers the players and the channels that their clients register, as Velocity does not
 * report them later.
 */
export class VelocityBridges {
  readonly mods: ModBridges;
  readonly #dependencies: VelocityBridgesDependencies;
  readonly #host: ScriptHost;

  constructor(dependencies: VelocityBridgesDependencies) {
    const { host, clock, timers, listsOf } = dependencies;
    this.#dependencies = dependencies;
    this.#host = host;
    this.mods = new ModBridges(clock, timers, { enabled: [], isCoarse: false, isRepeated: false, listsOf });
  }

  /** Applies new settings, and updates watched channels and messages accordingly. */
  apply(config: Config): void {
    const configured = BRIDGES.filter(({ name }) => config['bridges.enabled'].includes(name));
    const beside = config['bridges.beside-vendor-plugin'];
    const settings = {
      enabled: configured.filter((bridge) => beside.includes(bridge.name) || !this.#hasVendor(bridge)),
      isCoarse: config['bridges.coarse'],
      isRepeated: config['bridges.conflict'] === 'ours-last',
      listsOf: this.#dependencies.listsOf,
    };
    this.#watchChannels(settings);
    this.mods.apply(settings);
  }

  /** Whether a plugin of the mod's vendor is on this proxy, which is logged. */
  #hasVendor({ name, vendorPlugins = [] }: Bridge): boolean {
    const plugins = this.#host.proxy().getPluginManager();
    const plugin = vendorPlugins.find((id) => plugins.isLoaded(id));
    if (plugin === undefined) return false;
    this.#dependencies.logger.warn(
      `The bridge ${name} stays off, as the plugin ${plugin} on this proxy speaks to the same mod: ` +
        `remove one of them, or name the bridge in bridges.beside-vendor-plugin`,
    );
    return true;
  }

  /** Called when a player has joined a server, and when a configuration phase ends. */
  arrived(id: string, player: Player): void {
    this.mods.arrived(id, this.#clientOf(player));
  }

  #watchChannels(settings: BridgeSettings): void {
    // A player who has left must not be added again.
    this.#host.modChannels().watch(
      registeredChannels(settings),
      (player, channels) => {
        if (!player.isActive()) return;
        const names = toArray(channels).map((channel) => channel.getId());
        this.mods.registered(idOf(player), this.#clientOf(player), names);
      },
      (player, byServer, channel, bytes) => {
        if (!player.isActive()) return;
        // Java's bytes are signed.
        const body = Array.from(bytes, (byte) => byte & 0xff);
        if (byServer) this.mods.backendSent(idOf(player), channel, body);
        else this.mods.clientSent(idOf(player), this.#clientOf(player), channel, body);
      },
    );
  }

  #clientOf(player: Player): BridgedClient {
    const { isInGame, scopes } = this.#dependencies;
    return {
      identity: player,
      protocol: player.getProtocolVersion().getProtocol(),
      isInGame: () => isInGame(player),
      scope: () => scopes.ofPlayer(player),
      send: (message) => {
        this.#send(player, message);
      },
    };
  }

  #send(player: Player, message: BridgeMessage): void {
    if ('chat' in message) {
      // Literal text: a parser of legacy colour codes would remove the codes, which the mod reads.
      const text = Java.type('net.kyori.adventure.text.Component').text();
      player.sendMessage(text.content(message.chat).build());
      return;
    }
    const channels = this.#host.modChannels();
    const signed = message.body.map((byte) => (byte > 127 ? byte - 256 : byte));
    player.sendPluginMessage(channels.identifier(message.channel), channels.bytes(signed));
  }
}
