import { detectionChannels, isDrivenBy } from '../../../shared/bridges/bridge.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import type { Clock } from '../../../shared/clock.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import { SlicedQueue } from '../../../shared/sliced-queue.ts';
import type { Processed } from '../../../shared/sliced-queue.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { BridgeSettings } from './bridge-settings.ts';
import { BridgeStates } from './bridge-states.ts';
import { ANSWER_DELAY_MS, BridgedPlayer } from './bridged-player.ts';
import type { BridgedClient } from './bridged-player.ts';

/** The figures of one enabled bridge, for operators. */
export interface BridgeSummary {
  readonly bridge: Bridge;
  /** Players whose client has the mod, or all players if the mod cannot be detected. */
  readonly players: number;
  /** Messages sent since the start. */
  readonly messages: number;
}

/** Coalesces the registration of channels and the arrival at a server into one message, in milliseconds. */
const ARRIVAL_DELAY_MS = 250;
/** All channels whose registration reveals a mod. Other channels reveal it only by a handshake. */
const REVEALING_CHANNELS = new Set(BRIDGES.flatMap(({ registers = [] }) => registers));

/**
 * Sends the blocklists to mods that have their own protocol. Called on the script thread. Until a player
 * leaves, it remembers only the bridge channels that the client has registered or sent on, and what it was
 * sent.
 */
export class ModBridges {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #players = new Map<string, BridgedPlayer>();
  readonly #messages = new Map<Bridge, number>();
  /** Players that may need a message. */
  readonly #due: SlicedQueue<BridgedPlayer>;
  #settings: BridgeSettings;
  #states: BridgeStates;

  constructor(clock: Clock, timers: Timers, settings: BridgeSettings) {
    this.#clock = clock;
    this.#timers = timers;
    this.#settings = settings;
    this.#states = new BridgeStates(settings);
    this.#due = new SlicedQueue({ clock, timers, processItem: (player) => this.#send(player) });
  }

  get enabled(): readonly Bridge[] {
    return this.#settings.enabled;
  }

  /** Returns the controls of a bridge for players without a scope. */
  resolve(bridge: Bridge): ResolvedControls {
    return this.#states.resolve(bridge, NO_SCOPE);
  }

  summary(): BridgeSummary[] {
    return this.#settings.enabled.map((bridge) => ({
      bridge,
      players: this.#countPlayers((player) => player.has(bridge)),
      messages: this.#messages.get(bridge) ?? 0,
    }));
  }

  /**
   * Returns the bridges that are not enabled although players have the mod, with the number of these players.
   */
  disabledSummary(): Pick<BridgeSummary, 'bridge' | 'players'>[] {
    return BRIDGES.filter((bridge) => !this.#settings.enabled.includes(bridge))
      .map((bridge) => ({ bridge, players: this.#countPlayers((player) => player.hasChannelOf(bridge)) }))
      .filter(({ players }) => players > 0);
  }

  #countPlayers(isCounted: (player: BridgedPlayer) => boolean): number {
    return [...this.#players.values()].filter(isCounted).length;
  }

  /** Applies new settings. A bridge that is no longer enabled unblocks what it has blocked. */
  apply(settings: BridgeSettings): void {
    this.#settings = settings;
    this.#states = new BridgeStates(settings);
    for (const player of this.#players.values()) {
      player.keepOnly(settings.enabled);
      this.#detect(player, (bridge) => !player.has(bridge));
    }
    // Also without enabled bridges, as those that were enabled must unblock.
    this.#due.add(this.#players.values(), 0);
  }

  /** Called when a client has registered channels. @param id of the player */
  registered(id: string, client: BridgedClient, channels: readonly string[]): void {
    const known = channels.filter((channel) => REVEALING_CHANNELS.has(channel));
    if (known.length === 0) return;
    const player = this.#playerOf(id, client);
    player.addChannels(known);
    this.#detect(player, (bridge) => detectionChannels(bridge).some((channel) => known.includes(channel)));
  }

  /**
   * Called when a client has sent a message on the handshake channel of a bridge.
   * @param body the bytes, each 0 to 255, or the first of them
   */
  clientSent(id: string, client: BridgedClient, channel: string, body: ArrayLike<number>): void {
    for (const bridge of this.#settings.enabled) {
      const { handshake } = bridge;
      const result = handshake?.channels.includes(channel) === true ? handshake.read(body) : undefined;
      if (result === undefined) continue;
      const player = this.#playerOf(id, client);
      if (result === 'detected') {
        player.addChannels([channel]);
        this.#detect(player, (candidate) => candidate === bridge);
      } else {
        player.answer(bridge, result, this.#clock.monotonicMs());
        this.#timers.after(ANSWER_DELAY_MS, () => {
          if (this.#players.get(id) === player) this.#due.add([player], 0);
        });
      }
    }
  }

  /**
   * Called when the player has joined a server, or at the end of a configuration phase: many mods reset their
   * state then.
   */
  arrived(id: string, client: BridgedClient): void {
    const player = this.#playerOf(id, client);
    this.#detect(player, (bridge) => !player.has(bridge));
    if (player.arrive(this.#clock.monotonicMs())) this.#flushLater(player);
  }

  /**
   * Called when a server behind the proxy has sent a message to the player on a watched channel.
   * @param body the bytes, each 0 to 255, or the first of them
   */
  backendSent(id: string, channel: string, body: ArrayLike<number>): void {
    const player = this.#players.get(id);
    if (player === undefined) return;
    player.serverAnswered(channel, body);
    if (!this.#settings.isRepeated) return;
    const receiving = this.#settings.enabled.filter((bridge) => isDrivenBy(bridge, channel, body));
    if (receiving.filter((bridge) => player.repeat(bridge)).length > 0) this.#flushLater(player);
  }

  /** Called when a player has left. @param identity of the closed connection */
  left(id: string, identity: unknown): void {
    const player = this.#players.get(id);
    // A player who has reconnected in the meantime has another identity, and is kept.
    if (player === undefined || player.client.identity !== identity) return;
    this.#players.delete(id);
    this.#due.delete(player);
  }

  /** Called whenever a list may have changed. */
  listsChanged(): void {
    this.#states.clear();
    if (this.#settings.enabled.length > 0) this.#due.add(this.#players.values(), 0);
  }

  #playerOf(id: string, client: BridgedClient): BridgedPlayer {
    let player = this.#players.get(id);
    if (player === undefined || player.client.identity !== client.identity) {
      if (player !== undefined) this.#due.delete(player);
      player = new BridgedPlayer(client);
      this.#players.set(id, player);
    }
    return player;
  }

  /** Detects mods on the player's client. @param isCandidate selects the bridges to check */
  #detect(player: BridgedPlayer, isCandidate: (bridge: Bridge) => boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const detected = this.#settings.enabled.filter(
      (bridge) => isCandidate(bridge) && player.detect(bridge, nowMs),
    );
    if (detected.length > 0) this.#flushLater(player);
  }

  #flushLater(player: BridgedPlayer): void {
    this.#due.add([player], ARRIVAL_DELAY_MS);
  }

  #send(player: BridgedPlayer): Processed {
    if (!player.isServed) return undefined;
    const isComplete = player.send(this.#states, this.#clock.monotonicMs(), (bridge, messages) => {
      this.#messages.set(bridge, (this.#messages.get(bridge) ?? 0) + messages);
    });
    return isComplete ? undefined : 'retry';
  }
}
