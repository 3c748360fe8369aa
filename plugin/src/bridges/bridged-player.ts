import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { detectionChannels, formatFor, sentOn } from '../../../shared/bridges/bridge.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { BridgeStates } from './bridge-states.ts';

/** The client of one player, as bridges use it. */
export interface BridgedClient {
  /** Identifies the connection: a player who reconnects has another. */
  readonly identity: unknown;
  /** The protocol version, such as 767 for Minecraft 1.21. */
  readonly protocol: number;
  /**
   * Whether the client is on a server, in the PLAY state. A message sent during its configuration phase is
   * lost, or disconnects it.
   */
  isInGame(): boolean;
  scope(): PlayerScope;
  send(message: BridgeMessage): void;
}

/** The state of a mod that was detected on a client. */
interface DetectedMod {
  readonly format: string;
  /** The controls that the client was last asked to block; also those of a message that it may have lost. */
  sent: readonly string[];
  /** Whether the state must be sent even if it has not changed. */
  isDue: boolean;
  /** Nothing is sent before this time on the monotonic clock, as a server may answer the client first. */
  notBeforeMs: number;
  /**
   * How often our messages were repeated after a message of the server, since the player joined that server.
   */
  repetitions: number;
}

/** How long to wait, so that a server behind the proxy can answer a handshake first, in milliseconds. */
export const ANSWER_DELAY_MS = 250;

/** Before Minecraft 1.13, a channel name longer than this disconnects the client. */
const PROTOCOL_1_13 = 393;
const MAX_OLD_CHANNEL_LENGTH = 20;

/** Limits repetitions: two plugins that both want to send last would never stop. */
const MAX_REPETITIONS = 5;

/** One player, with the mods that were detected on the client. */
export class BridgedPlayer {
  readonly client: BridgedClient;
  /** Channels by which mods are detected, and that the client has registered or sent on. */
  readonly #channels = new Set<string>();
  readonly #mods = new Map<Bridge, DetectedMod>();
  /** Answers to handshakes that are not sent yet. They are held back like states. */
  readonly #answers = new Map<Bridge, { readonly message: BridgeMessage; notBeforeMs: number }>();

  constructor(client: BridgedClient) {
    this.client = client;
  }

  /** Whether the player has a detected mod, or a handshake to be answered. */
  get isServed(): boolean {
    return this.#mods.size + this.#answers.size > 0;
  }

  has(bridge: Bridge): boolean {
    return this.#mods.has(bridge);
  }

  /** Whether the client has registered or sent on a channel of the bridge, which need not be enabled. */
  hasChannelOf(bridge: Bridge): boolean {
    return detectionChannels(bridge).some((channel) => this.#channels.has(channel));
  }

  /** Adds channels that may reveal a mod. */
  addChannels(channels: readonly string[]): void {
    for (const channel of channels) this.#channels.add(channel);
  }

  /**
   * Records the bridge's mod if the client has revealed it, or if it cannot be detected at all.
   * @param nowMs on the monotonic clock
   * @returns whether a message is due
   */
  detect(bridge: Bridge, nowMs: number): boolean {
    const revealing = detectionChannels(bridge);
    const seenOn = revealing.find((channel) => this.#channels.has(channel));
    if (seenOn === undefined && revealing.length > 0) return false;
    const format = formatFor(bridge, this.client.protocol, seenOn ?? '');
    if (format === undefined || !canRead(bridge, this.client.protocol)) return false;
    const before = this.#mods.get(bridge);
    const sent = before?.format === format ? before.sent : [];
    // Clients register their channels again on every server, also after the server has sent to the mod.
    const repetitions = before?.repetitions ?? 0;
    this.#mods.set(bridge, { format, sent, ...dueFrom(bridge, nowMs), repetitions });
    return true;
  }

  /** Makes every state due again after a server switch. @returns whether there are any */
  arrive(nowMs: number): boolean {
    for (const [bridge, mod] of this.#mods) Object.assign(mod, { ...dueFrom(bridge, nowMs), repetitions: 0 });
    for (const answer of this.#answers.values()) answer.notBeforeMs = nowMs + ANSWER_DELAY_MS;
    return this.isServed;
  }

  /** Answers a handshake after {@link ANSWER_DELAY_MS}, unless a server answers it first. */
  answer(bridge: Bridge, message: BridgeMessage, nowMs: number): void {
    this.#answers.set(bridge, { message, notBeforeMs: nowMs + ANSWER_DELAY_MS });
  }

  /**
   * Called when a server behind the proxy has sent to the client. If this answers a handshake, our answer is
   * dropped.
   */
  serverAnswered(channel: string, body: ArrayLike<number>): void {
    for (const bridge of this.#answers.keys()) {
      const { handshake } = bridge;
      if (handshake?.channels.includes(channel) === true && handshake.isAnswer?.(body) === true)
        this.#answers.delete(bridge);
    }
  }

  /**
   * Called when a server behind the proxy has sent to the bridge's mod.
   * @returns whether our message is due again
   */
  repeat(bridge: Bridge): boolean {
    const mod = this.#mods.get(bridge);
    if (mod === undefined || mod.repetitions >= MAX_REPETITIONS) return false;
    mod.repetitions += 1;
    mod.isDue = true;
    return true;
  }

  /**
   * Drops the mods of bridges that are not in `enabled`. A mod in which something is blocked is kept until
   * {@link send} has unblocked that.
   */
  keepOnly(enabled: readonly Bridge[]): void {
    for (const bridge of this.#answers.keys()) if (!enabled.includes(bridge)) this.#answers.delete(bridge);
    for (const [bridge, { sent }] of this.#mods)
      if (!enabled.includes(bridge) && sent.length === 0) this.#mods.delete(bridge);
  }

  /**
   * Sends the states that are due or have changed. Sends nothing during the client's configuration phase.
   * @param onSent called with the number of messages sent for each bridge
   * @returns whether everything was sent; otherwise it must be called again later
   */
  send(states: BridgeStates, nowMs: number, onSent: (bridge: Bridge, messages: number) => void): boolean {
    const scope = this.client.scope();
    const outdated = [...this.#mods]
      .map(([bridge, mod]) => ({ bridge, mod, blocked: states.resolve(bridge, scope).blocked }))
      .filter(({ mod, blocked }) => isOutdated(mod, blocked));
    const isReady = ({ notBeforeMs }: { readonly notBeforeMs: number }): boolean => notBeforeMs <= nowMs;
    const answers = [...this.#answers];
    if (outdated.length + answers.length === 0) return true;
    if (!this.client.isInGame()) return false;
    for (const [bridge, answer] of answers) {
      if (!isReady(answer)) continue;
      this.client.send(answer.message);
      this.#answers.delete(bridge);
    }
    for (const { bridge, mod, blocked } of outdated) {
      if (!isReady(mod)) continue;
      const messages = states.render(bridge, mod.format, blocked, mod.sent);
      for (const message of messages) this.client.send(message);
      // If the client left the game in between, it may have lost these messages.
      mod.isDue = !this.client.isInGame();
      mod.sent = mod.isDue ? [...new Set([...mod.sent, ...blocked])].sort() : blocked;
      if (!mod.isDue && !states.isEnabled(bridge)) this.#mods.delete(bridge);
      onSent(bridge, messages.length);
    }
    return this.#answers.size === 0 && outdated.every(({ mod }) => isReady(mod) && !mod.isDue);
  }
}

/** @param blocked the controls to block now; sorted, as those that were sent */
function isOutdated({ isDue, sent }: DetectedMod, blocked: readonly string[]): boolean {
  return isDue || (sent !== blocked && sent.join('\n') !== blocked.join('\n'));
}

function dueFrom({ settleMs }: Bridge, nowMs: number): Pick<DetectedMod, 'isDue' | 'notBeforeMs'> {
  return { isDue: true, notBeforeMs: settleMs === undefined ? 0 : nowMs + settleMs };
}

function canRead(bridge: Bridge, protocol: number): boolean {
  const channels = sentOn(bridge);
  const isShort = (channel: string): boolean => channel.length <= MAX_OLD_CHANNEL_LENGTH;
  return protocol >= PROTOCOL_1_13 || channels.length === 0 || channels.some(isShort);
}
