import type { NeutralName } from './neutral-names.ts';

/** What is sent to one client: the body of a plugin message, or a line of the system's chat. */
export type BridgeMessage =
  { readonly channel: string; readonly body: readonly number[] } | { readonly chat: string };

/**
 * What is to hold, as names that the mod itself has for its controls. Each is sorted, and holds a name once.
 */
export interface BridgeState {
  readonly blocked: readonly string[];
  /** Blocked by an earlier message to the same client, and no longer. */
  readonly unblocked: readonly string[];
}

/** How a client shows that it has the mod. */
export type Detection =
  /** It registers one of these channels. */
  | { readonly by: 'channel'; readonly channels: readonly string[] }
  /** It sends a greeting on one of these channels, which some mods want to be answered. */
  | {
      readonly by: 'greeting';
      readonly channels: readonly string[];
      readonly read: (body: ArrayLike<number>, channel: string) => Greeting;
      /**
       * Whether this message of a server behind the proxy is the answer that the greeting wants, so that ours
       * is not needed. A client that is answered twice may end the dialogue.
       */
      readonly isAnswer?: (body: ArrayLike<number>) => boolean;
    }
  /** It does not: messages go to every player. */
  | { readonly by: 'nothing' };

/**
 * What a message of a client says: that it has the mod, that it wants an answer first, or nothing of
 * interest.
 */
export type Greeting = 'greeted' | BridgeMessage | undefined;

/** When a feature that is no longer blocked can be used again. */
export type Unblocking =
  'at once' | 'after the player has logged in again' | 'after the player has restarted the game';

/** How one mod, or one family of mods, is asked not to use its features. Knows no platform. */
export interface Bridge {
  /**
   * In the configuration and in `status`; the client whose own list it obeys, too. Lower-case letters,
   * digits, hyphens.
   */
  readonly name: string;
  /** The mod's own. */
  readonly title: string;
  readonly detection: Detection;
  /**
   * Ids of the vendor's own plugins for Velocity, which speak to the same clients, as their sources declare
   * them: LunarClient/Apollo, LabyMod/labymod4-server-api, and of BadlionClient/BadlionClientModAPI the 2.x
   * and the 1.x. The vendors of the other mods have none for Velocity.
   */
  readonly vendorPlugins?: readonly string[];
  /** Channels that the proxy has to announce, or such a client stays silent. */
  readonly announces?: readonly string[];
  /** Channels of `render`'s messages; none where they are chat. */
  readonly sendsOn: readonly string[];
  /** By each control of the mod, the names that it blocks: all of them, whenever it is blocked. */
  readonly controls: Readonly<Record<string, readonly NeutralName[]>>;
  /** Which of the mod's own names may stand in the bridge's own list beside those of `controls`. */
  readonly nativeName?: RegExp;
  readonly unblocking: Unblocking;
  /**
   * How long after a registration or an arrival the state is sent, in milliseconds, where a server behind the
   * proxy may answer the same client by itself and the last message counts. Where undefined, as soon as any
   * other.
   */
  readonly settleMs?: number;
  /**
   * @param protocol the number of the client's protocol, such as 767 for 1.21
   * @param seenOn the channel by which the client has shown that it has the mod; empty where nothing shows it
   * @returns which form of the messages that client reads; undefined for one that reads none
   */
  readonly framingOf: (protocol: number, seenOn: string) => string | undefined;
  /**
   * The full state, so that sending it twice does no harm.
   * @param framing one that `framingOf` has returned
   */
  readonly render: (state: BridgeState, framing: string) => readonly BridgeMessage[];
}

/** Time for a server to answer a client's question of its own, in milliseconds. */
export const AFTER_THE_SERVER_MS = 1000;

/** For mods whose messages never changed. */
export const ONE_FRAMING = (): string => 'any';

/** For mods whose channels were renamed, and that are answered where they were seen. */
export const AS_SEEN = (_: number, seenOn: string): string => seenOn;

/** Channels by which a client can show that it has the mod. */
export function channelsShowing({ detection }: Bridge): readonly string[] {
  return detection.by === 'nothing' ? [] : detection.channels;
}
