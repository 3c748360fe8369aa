import { MAX_NESTING, MAX_PACKET_BYTES } from './channel.ts';

/**
 * What came over the channel: its text, or why there is none. Transports check this before any text reaches
 * the protocol (G11).
 */
export type Packet = string | { readonly unreadable: UnreadableReason };

/**
 * - `too-large`: over `MAX_PACKET_BYTES`
 * - `not-utf-8`: no text by the strict reading of UTF-8
 * - `too-deep`: more than `MAX_NESTING` arrays and objects in one another
 */
export type UnreadableReason = 'too-large' | 'not-utf-8' | 'too-deep';

export const UNREADABLE_MESSAGES: Readonly<Record<UnreadableReason, string>> = {
  'too-large': `The packet must have at most ${MAX_PACKET_BYTES} bytes.`,
  'not-utf-8': 'The packet is not valid UTF-8.',
  'too-deep': `The packet must not be nested deeper than ${MAX_NESTING} levels.`,
};
