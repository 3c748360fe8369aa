import { MAX_NESTING, MAX_PACKET_BYTES } from '../../../shared/protocol/channel.ts';
import type { Packet } from '../../../shared/protocol/packet.ts';

/**
 * Reads a packet as the plugin's transport does, for tests without a JVM: size, then strict UTF-8, then
 * nesting (G11, G36). A byte order mark stays in the text (G37).
 */
export function readPacket(bytes: Uint8Array): Packet {
  if (bytes.byteLength > MAX_PACKET_BYTES) return { unreadable: 'too-large' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { unreadable: 'not-utf-8' };
  }
  return deepestLevel(text) > MAX_NESTING ? { unreadable: 'too-deep' } : text;
}

/** Returns the maximum nesting of arrays and objects. Brackets in strings do not count. */
function deepestLevel(text: string): number {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, '');
  let level = 0;
  let deepest = 0;
  for (const character of withoutStrings) {
    if (character === '[' || character === '{') level += 1;
    if (character === ']' || character === '}') level -= 1;
    deepest = Math.max(deepest, level);
  }
  return deepest;
}
