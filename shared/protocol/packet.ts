import { MAX_NESTING, MAX_PACKET_BYTES } from './channel.ts';

/**
 * A message received on the channel: its text, or why it has none. Transports check this before any text
 * reaches the protocol (G11).
 */
export type Packet = string | { readonly unreadable: UnreadableReason };

/**
 * - `too-large`: more than `MAX_PACKET_BYTES`
 * - `not-utf-8`: not strictly valid UTF-8
 * - `too-deep`: arrays and objects are nested deeper than `MAX_NESTING`
 */
export type UnreadableReason = 'too-large' | 'not-utf-8' | 'too-deep';

export const UNREADABLE_MESSAGES: Readonly<Record<UnreadableReason, string>> = {
  'too-large': `The packet must have at most ${MAX_PACKET_BYTES} bytes.`,
  'not-utf-8': 'The packet is not valid UTF-8.',
  'too-deep': `The packet must not be nested deeper than ${MAX_NESTING} levels.`,
};
