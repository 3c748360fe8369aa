/** The body of a plugin message, or a line of chat. */
export interface Sent {
  readonly channel?: string;
  readonly body?: readonly number[];
  readonly chat?: string;
}

/**
 * By the name of a bridge: whether each control that the messages mention may be used after them.
 * @throws {Error} where the mod would not understand a message, or would disconnect
 */
export const DECODERS: Readonly<
  Record<string, (messages: readonly Sent[], framing: string) => ReadonlyMap<string, boolean>>
>;
