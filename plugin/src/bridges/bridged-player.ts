import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { channelsShowing } from '../../../shared/bridges/bridge.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { ConflictRule } from './bridge-settings.ts';
import { NOTHING_BLOCKED } from './bridge-states.ts';
import type { BlockedControls, BridgeStates, RenderedState } from './bridge-states.ts';

/** The client of one player, as far as bridges need it. */
export interface BridgedClient {
  /** The same for one connection: a player who comes back has another. */
  readonly identity: unknown;
  /** The number of its protocol, such as 767 for Minecraft 1.21. */
  readonly protocol: number;
  /** Whether it is in the game: what is sent while it is being configured is lost, or disconnects it. */
  isInGame(): boolean;
  /** Left out where the same lists apply to all players. */
  scope?(): PlayerScope;
  send(message: BridgeMessage): void;
}

/** A mod that a client has shown to have. */
interface Seen {
  readonly framing: string;
  /** What it was last asked to block. */
  sent: BlockedControls;
  /** Whether it is sent the state even if that has not changed. */
  isDue: boolean;
  /** Before it, on the monotonic clock, nothing is sent: a server may answer the client first. */
  notBeforeMs: number;
  /** Whether the server behind the proxy has spoken to this mod, and is to decide. */
  isLeftToBackend: boolean;
  /** Our repetitions after messages of that server, since the player came to it. */
  repetitions: number;
}

/** Before Minecraft 1.13, clients read names of channels of so many characters. A longer one disconnects. */
const PROTOCOL_1_13 = 393;
const LONGEST_OLD_CHANNEL = 20;

/** Two plugins that both want to speak last would never stop. */
const MOST_REPETITIONS = 5;

/** One player, with the mods that the client has shown to have. */
export class BridgedPlayer {
  readonly client: BridgedClient;
  /** Whether somebody waits until `settlingMs` is over. */
  isAwaited = false;
  /** Of the channels that show a mod, those that the client has registered or spoken on. */
  readonly #channels = new Set<string>();
  readonly #seen = new Map<Bridge, Seen>();
  /** Answers to greetings that were not sent yet. */
  readonly #answers = new Map<Bridge, BridgeMessage>();

  constructor(client: BridgedClient) {
    this.client = client;
  }

  /** Whether there is anything that this player may have to be sent. */
  get isServed(): boolean {
    return this.#seen.size + this.#answers.size > 0;
  }

  has(bridge: Bridge): boolean {
    return this.#seen.has(bridge);
  }

  /** Whether the client has registered or spoken on a channel of the bridge, be that enabled or not. */
  shows(bridge: Bridge): boolean {
    return channelsShowing(bridge).some((channel) => this.#channels.has(channel));
  }

  /** Remembers channels that may show a mod. */
  note(channels: readonly string[]): void {
    for (const channel of channels) this.#channels.add(channel);
  }

  /**
   * Records the bridge's mod where the client has shown it, or nothing can.
   * @param nowMs on the monotonic clock
   * @returns whether a message is due
   */
  see(bridge: Bridge, nowMs: number): boolean {
    const seenOn = channelsShowing(bridge).find((channel) => this.#channels.has(channel));
    if (seenOn === undefined && bridge.detection.by !== 'nothing') return false;
    const framing = bridge.framingOf(this.client.protocol, seenOn ?? '');
    if (framing === undefined || !canRead(bridge, this.client.protocol)) return false;
    const before = this.#seen.get(bridge);
    const sent = before?.framing === framing ? before.sent : NOTHING_BLOCKED;
    this.#seen.set(bridge, { framing, sent, ...afterArrival(bridge, nowMs) });
    return true;
  }

  /** All states are due again at another server. @returns whether there are any */
  arrive(nowMs: number): boolean {
    for (const [bridge, seen] of this.#seen) Object.assign(seen, afterArrival(bridge, nowMs));
    return this.isServed;
  }

  /** How long some state is still held back, in milliseconds; 0 where none is. */
  settlingMs(nowMs: number): number {
    return Math.max(0, ...[...this.#seen.values()].map(({ notBeforeMs }) => notBeforeMs - nowMs));
  }

  /** Has a greeting answered with the next messages, unless a server does it before. */
  answer(bridge: Bridge, message: BridgeMessage): void {
    this.#answers.set(bridge, message);
  }

  /** A server behind the proxy has sent this to the client: where it answers a greeting, we do not. */
  serverAnswered(channel: string, body: ArrayLike<number>): void {
    for (const bridge of this.#answers.keys()) {
      const { detection } = bridge;
      if (detection.by !== 'greeting' || !detection.channels.includes(channel)) continue;
      if (detection.isAnswer?.(body) === true) this.#answers.delete(bridge);
    }
  }

  /** A server behind the proxy has sent a message on that channel. @returns whether ours is due again */
  yieldOrRepeat(channel: string, rule: ConflictRule): boolean {
    let isDue = false;
    for (const [bridge, seen] of this.#seen) {
      if (!bridge.sendsOn.includes(channel)) continue;
      if (rule === 'backend') seen.isLeftToBackend = true;
      if (rule !== 'ours-last' || seen.repetitions >= MOST_REPETITIONS) continue;
      seen.repetitions += 1;
      seen.isDue = true;
      isDue = true;
    }
    return isDue;
  }

  /**
   * Un-blocks, for bridges that are not in `enabled`, what they have blocked, where that can be done at all.
   */
  keepOnly(enabled: readonly Bridge[]): void {
    for (const bridge of this.#answers.keys()) if (!enabled.includes(bridge)) this.#answers.delete(bridge);
    for (const [bridge, { framing, sent }] of this.#seen) {
      if (enabled.includes(bridge)) continue;
      this.#seen.delete(bridge);
      if (sent.controls.length === 0 || !this.client.isInGame()) continue;
      for (const message of bridge.render({ blocked: [], unblocked: sent.controls }, framing))
        this.client.send(message);
    }
  }

  /**
   * Sends the states that are due, or have changed. A client that is being configured is sent nothing: it
   * comes to a server afterwards, and everything is due again.
   * @param counted is called with the number of messages
   */
  send(states: BridgeStates, nowMs: number, counted: (bridge: Bridge, messages: number) => void): void {
    const behind = [...this.#seen].filter(([bridge, seen]) => isBehind(seen, states.of(bridge), nowMs));
    if (behind.length + this.#answers.size === 0 || !this.client.isInGame()) return;
    for (const message of this.#answers.values()) this.client.send(message);
    this.#answers.clear();
    for (const [bridge, seen] of behind) {
      const state = states.of(bridge);
      const messages = state.render(seen.framing, seen.sent);
      seen.isDue = false;
      seen.sent = state.blocked;
      for (const message of messages) this.client.send(message);
      counted(bridge, messages.length);
    }
  }
}

function isBehind(seen: Seen, { blocked }: RenderedState, nowMs: number): boolean {
  const isOther = seen.isDue || seen.sent.key !== blocked.key;
  return isOther && !seen.isLeftToBackend && seen.notBeforeMs <= nowMs;
}

function afterArrival(bridge: Bridge, nowMs: number): Omit<Seen, 'framing' | 'sent'> {
  const notBeforeMs = bridge.settleMs === undefined ? 0 : nowMs + bridge.settleMs;
  return { isDue: true, notBeforeMs, isLeftToBackend: false, repetitions: 0 };
}

function canRead({ sendsOn }: Bridge, protocol: number): boolean {
  const isShort = (channel: string): boolean => channel.length <= LONGEST_OLD_CHANNEL;
  return protocol >= PROTOCOL_1_13 || sendsOn.length === 0 || sendsOn.some(isShort);
}
