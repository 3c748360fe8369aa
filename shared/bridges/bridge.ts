import type { NeutralName } from './neutral-names.ts';

/** A message to one client: the body of a plugin message, or a line of system chat. */
export type BridgeMessage =
  | { readonly channel: string; readonly body: readonly number[] }
  | { readonly chat: string };

/** What is blocked, as the mod's own names of its controls. Both lists are sorted and without duplicates. */
export interface BridgeState {
  readonly blocked: readonly string[];
  /** Blocked by an earlier message to the same client, but no longer. */
  readonly unblocked: readonly string[];
}

/** A message by which a client reveals that it has the mod. Some mods expect a reply to it. */
interface Handshake {
  /** The proxy announces them, or the client would not send on them. */
  readonly channels: readonly string[];
  readonly read: (body: ArrayLike<number>) => HandshakeResult;
  /**
   * Whether this message from a backend server is the reply to the handshake, so that the proxy must not send
   * its own. A client that receives two replies may end the handshake.
   */
  readonly isAnswer?: (body: ArrayLike<number>) => boolean;
}

/**
 * The meaning of a client's message: `detected` if it has the mod, the reply to send if the mod expects one
 * first, or undefined if the message is irrelevant.
 */
export type HandshakeResult = 'detected' | BridgeMessage | undefined;

/** When a player can use a feature again after it is unblocked. */
export type Unblocking =
  | 'at once'
  | 'after the player has logged in again'
  | 'after the player has restarted the game';

/** What a mod cannot block in its older versions. */
interface OlderVersions {
  /** The last version of Minecraft for which this applies, such as `1.20.6`. */
  readonly until: string;
  readonly ignored: readonly string[];
}

/**
 * Converts blocked features to the messages that make one mod, or one family of mods, disable them. Contains
 * no platform code.
 */
export interface Bridge {
  /**
   * Used in the configuration and in `status`, and as the `client` whose personal list the mod obeys, too.
   * Lower-case letters, digits and hyphens.
   */
  readonly name: string;
  /** The name that the mod gives itself. */
  readonly title: string;
  /**
   * The channels whose registration by a client reveals the mod. A mod with neither these nor a handshake
   * cannot be detected: messages are sent to every player.
   */
  readonly registers?: readonly string[];
  readonly handshake?: Handshake;
  /**
   * Ids of the vendor's own Velocity plugins, which send messages to the same clients, as declared in their
   * sources: LunarClient/Apollo, LabyMod/labymod4-server-api, and BadlionClient/BadlionClientModAPI 2.x and
   * 1.x. The vendors of the other mods have none for Velocity.
   */
  readonly vendorPlugins?: readonly string[];
  /** Channels that the proxy must announce in addition to those of the handshake. */
  readonly announces?: readonly string[];
  /**
   * The channels of the messages that `render` returns; none if these are chat. Default: the channels by
   * which the mod is detected.
   */
  readonly sendsOn?: readonly string[];
  /**
   * Whether a backend server restricts the same mod with this message, on a channel of `announces` that it
   * also uses for other purposes.
   * @param body the first 64 bytes, each 0 to 255
   */
  readonly isAlsoDrivenBy?: (channel: string, body: ArrayLike<number>) => boolean;
  /**
   * The mod's controls with the neutral names that each blocks. A blocked control always blocks all of its
   * names.
   */
  readonly controls: Readonly<Record<string, readonly NeutralName[]>>;
  /**
   * Matches the mod's own names that the bridge's personal list may contain in addition to those of
   * `controls`.
   */
  readonly nativeName?: RegExp;
  readonly unblocking: Unblocking;
  /** Controls that versions of the mod for older versions of Minecraft ignore. */
  readonly olderVersions?: OlderVersions;
  /**
   * How long after a registration or an arrival the state is sent, in milliseconds. For mods to which a
   * backend server may send its own state, as the last message counts. Undefined: without a delay.
   */
  readonly settleMs?: number;
  /**
   * Selects the message format that the client reads. Default: a single format for all clients.
   * @param protocol protocol version of the client, such as 767 for 1.21
   * @param seenOn the channel by which the client was detected; empty if it cannot be detected
   * @returns undefined if no format fits the client
   */
  readonly formatOf?: (protocol: number, seenOn: string) => string | undefined;
  /**
   * Returns messages with the full state, so that sending them twice does no harm.
   * @param format a result of {@link formatFor}
   */
  readonly render: (state: BridgeState, format: string) => readonly BridgeMessage[];
}

/** How long to wait, so that a backend server can reply first, in milliseconds. */
export const BACKEND_REPLY_MS = 1000;

/**
 * For mods whose channels were renamed: messages are sent on the channel by which the client was detected.
 */
export const DETECTED_CHANNEL = (_: number, seenOn: string): string => seenOn;

/** Whether a backend server restricts the mod with this message. @param body its first bytes */
export function isDrivenBy(bridge: Bridge, channel: string, body: ArrayLike<number>): boolean {
  return sentOn(bridge).includes(channel) || bridge.isAlsoDrivenBy?.(channel, body) === true;
}

/** Returns the channels of the bridge's messages. */
export function sentOn(bridge: Bridge): readonly string[] {
  return bridge.sendsOn ?? detectionChannels(bridge);
}

/** Returns the format of messages to a client, as {@link Bridge.formatOf} does. */
export function formatFor({ formatOf }: Bridge, protocol: number, seenOn: string): string | undefined {
  return formatOf === undefined ? 'any' : formatOf(protocol, seenOn);
}

/** Returns the channels by which the mod is detected; none if it cannot be. */
export function detectionChannels({ handshake, registers = [] }: Bridge): readonly string[] {
  return [...(handshake?.channels ?? []), ...registers];
}
