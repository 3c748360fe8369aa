/** The body of a plugin message, or a line of chat. */
export interface Sent {
  readonly channel?: string;
  readonly body?: readonly number[];
  readonly chat?: string;
}

/**
 * Decoders by bridge. Each returns, for every control in the messages, whether the mod allows it afterwards.
 * @throws {Error} if the mod would not understand a message, or would disconnect
 */
export const DECODERS: Readonly<
  Record<string, (messages: readonly Sent[], format: string) => ReadonlyMap<string, boolean>>
>;
