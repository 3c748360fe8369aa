import { encodeUtf8 } from '../encode-utf8.ts';

const SLOTS = 16_384;

/**
 * Returns the slot of a key in a cluster, 0 to 16383: the CRC16 of its hash tag, or of the whole key if it
 * has none. The hash tag is the text between the first `{` and the next `}`, unless empty.
 */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open === -1 ? -1 : key.indexOf('}', open);
  return crc16(close > open + 1 ? key.slice(open + 1, close) : key) % SLOTS;
}

/** CRC16-XMODEM, as in the specification of Redis Cluster, of the eight bits of a byte at once. */
function crc16(text: string): number {
  let crc = 0;
  for (const byte of encodeUtf8(text)) {
    const high = (crc >> 8) ^ byte;
    const bits = high ^ (high >> 4);
    crc = ((crc << 8) ^ (bits << 12) ^ (bits << 5) ^ bits) & 0xffff;
  }
  return crc;
}
