import { channelsShowing } from '../../../shared/bridges/bridge.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { isSameScope, NO_SCOPE, scopeKey } from '../../../shared/feature-control/player-scope.ts';
import type { Clock } from '../../../shared/clock.ts';
import { SlicedQueue } from '../../../shared/sliced-queue.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { BridgeSettings } from './bridge-settings.ts';
import { BridgeStates } from './bridge-states.ts';
import { BridgedPlayer } from './bridged-player.ts';
import type { BridgedClient } from './bridged-player.ts';

/** One enabled bridge, for an operator's eyes. */
export interface BridgeSummary {
  readonly bridge: Bridge;
  /** Players whose client has the mod, or of whom nothing can be known. */
  readonly players: number;
  /** Messages since the start. */
  readonly messages: number;
}

/** Registering channels and arriving at a server come together; one message is enough. In milliseconds. */
const ARRIVAL_MS = 250;
/** Edits come in groups. In milliseconds. */
const EDIT_MS = 25;
/** All channels that show a mod when a client registers them; others show it only by a greeting on them. */
const SHOWING = new Set(
  BRIDGES.filter(({ detection }) => detection.by === 'channel').flatMap(channelsShowing),
);

/**
 * Sends the blocklists to mods with a protocol of their own. Called on the script thread. Of each player it
 * remembers which channels of bridges the client has registered, and nothing else, until the player leaves.
 */
export class ModBridges {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #players = new Map<string, BridgedPlayer>();
  readonly #messages = new Map<Bridge, number>();
  readonly #count: (bridge: Bridge, messages: number) => void;
  /** Players who may have to be sent something. */
  readonly #due: SlicedQueue<BridgedPlayer>;
  #settings: BridgeSettings;
  #states: BridgeStates;
  /** By what {@link scopeKey} returns, the same for players to whom other lists apply. */
  readonly #scopedStates = new Map<string, BridgeStates>();

  constructor(clock: Clock, timers: Timers, settings: BridgeSettings) {
    this.#clock = clock;
    this.#timers = timers;
    this.#settings = settings;
    this.#states = new BridgeStates(settings);
    this.#count = (bridge, messages) => {
      this.#messages.set(bridge, (this.#messages.get(bridge) ?? 0) + messages);
    };
    const act = (player: BridgedPlayer): void => {
      this.#send(player);
    };
    this.#due = new SlicedQueue({ clock, timers, act });
  }

  get enabled(): readonly Bridge[] {
    return this.#settings.enabled;
  }

  /** What enabled bridges make of the lists. */
  get states(): BridgeStates {
    return this.#states;
  }

  summary(): BridgeSummary[] {
    const players = [...this.#players.values()];
    return this.#settings.enabled.map((bridge) => ({
      bridge,
      players: players.filter((player) => player.has(bridge)).length,
      messages: this.#messages.get(bridge) ?? 0,
    }));
  }

  /** Of bridges that are not enabled, how many players have shown the mod; without those that nobody has. */
  others(): Pick<BridgeSummary, 'bridge' | 'players'>[] {
    const players = [...this.#players.values()];
    return BRIDGES.filter((bridge) => !this.#settings.enabled.includes(bridge))
      .map((bridge) => ({ bridge, players: players.filter((player) => player.shows(bridge)).length }))
      .filter(({ players: count }) => count > 0);
  }

  /** How many players have the mod of each enabled bridge, by the bridge's name. */
  playersByBridge(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.summary().map(({ bridge, players }) => [bridge.name, players]));
  }

  /** Takes other settings. A bridge that is no longer enabled un-blocks what it has blocked. */
  apply(settings: BridgeSettings): void {
    this.#settings = settings;
    this.#states = new BridgeStates(settings);
    this.#scopedStates.clear();
    for (const [id, player] of this.#players) {
      player.keepOnly(settings.enabled);
      this.#see(id, player, (bridge) => !player.has(bridge));
    }
    this.listsChanged();
  }

  /** A client has registered channels. @param id of the player */
  registered(id: string, client: BridgedClient, channels: readonly string[]): void {
    const known = channels.filter((channel) => SHOWING.has(channel));
    if (known.length === 0) return;
    const player = this.#playerOf(id, client);
    player.note(known);
    this.#see(id, player, (bridge) => channelsShowing(bridge).some((channel) => known.includes(channel)));
  }

  /**
   * A client has sent a message on a channel of a bridge's greeting.
   * @param body or its beginning, each 0 to 255
   */
  clientSent(id: string, client: BridgedClient, channel: string, body: ArrayLike<number>): void {
    for (const bridge of this.#settings.enabled) {
      const { detection } = bridge;
      if (detection.by !== 'greeting' || !detection.channels.includes(channel)) continue;
      const greeting = detection.read(body, channel);
      if (greeting === 'greeted') {
        const player = this.#playerOf(id, client);
        player.note([channel]);
        this.#see(id, player, (other) => other === bridge);
      } else if (greeting !== undefined) {
        const player = this.#playerOf(id, client);
        player.answer(bridge, greeting);
        this.#flushLater(id, player);
      }
    }
  }

  /** The player has arrived at a server: many mods forget at a switch what they were asked. */
  arrived(id: string, client: BridgedClient): void {
    const player = this.#playerOf(id, client);
    this.#see(id, player, (bridge) => !player.has(bridge));
    if (player.arrive(this.#clock.monotonicMs())) this.#flushLater(id, player);
  }

  /**
   * A server behind the proxy has sent a message to the player, on a channel that is watched.
   * @param body or its beginning, each 0 to 255
   */
  backendSent(id: string, channel: string, body: ArrayLike<number>): void {
    const player = this.#players.get(id);
    if (player === undefined) return;
    const { conflict } = this.#settings;
    // What is kept from the client has not answered it.
    if (conflict !== 'ours-only') player.serverAnswered(channel, body);
    if (player.yieldOrRepeat(channel, conflict)) this.#flushLater(id, player);
  }

  /** @param identity of the connection that has ended */
  left(id: string, identity: unknown): void {
    const player = this.#players.get(id);
    // One who has come back in the meantime stays.
    if (player === undefined || player.client.identity !== identity) return;
    this.#players.delete(id);
    this.#due.delete(player);
  }

  /** To be called whenever a list may have changed. */
  listsChanged(): void {
    this.#states.clear();
    this.#scopedStates.clear();
    if (this.#settings.enabled.length > 0) this.#due.add(this.#players.values(), EDIT_MS);
  }

  close(): void {
    this.#due.close();
    this.#players.clear();
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

  #see(id: string, player: BridgedPlayer, isMeant: (bridge: Bridge) => boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const seen = this.#settings.enabled.filter((bridge) => isMeant(bridge) && player.see(bridge, nowMs));
    if (seen.length > 0) this.#flushLater(id, player);
  }

  #flushLater(id: string, player: BridgedPlayer): void {
    this.#due.add([player], ARRIVAL_MS);
    this.#awaitSettled(id, player);
  }

  /** Makes a player due once more when nothing is held back any longer: one timer for each player. */
  #awaitSettled(id: string, player: BridgedPlayer): void {
    const settlingMs = player.settlingMs(this.#clock.monotonicMs());
    if (settlingMs <= 0 || player.isAwaited) return;
    player.isAwaited = true;
    this.#timers.after(Math.ceil(settlingMs), () => {
      player.isAwaited = false;
      if (this.#players.get(id) !== player) return;
      this.#due.add([player], 0);
      this.#awaitSettled(id, player);
    });
  }

  #statesFor({ client }: BridgedPlayer): BridgeStates {
    const scope = client.scope?.() ?? NO_SCOPE;
    if (isSameScope(scope, NO_SCOPE)) return this.#states;
    const key = scopeKey(scope);
    let states = this.#scopedStates.get(key);
    if (states === undefined) {
      states = new BridgeStates(this.#settings, scope);
      this.#scopedStates.set(key, states);
    }
    return states;
  }

  #send(player: BridgedPlayer): void {
    if (!player.isServed) return;
    player.send(this.#statesFor(player), this.#clock.monotonicMs(), this.#count);
  }
}
