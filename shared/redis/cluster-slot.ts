import { encodeUtf8 } from '../encode-utf8.ts';

const SLOTS = 16_384;
const POLYNOMIAL = 0x1021;

/**
 * Returns the slot of a key in a cluster, 0 to 16383: the CRC16 of its hash tag, or of the whole key if it
 * has none. The hash tag is the text between the first `{` and the next `}`, unless empty.
 */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open === -1 ? -1 : key.indexOf('}', open);
  return crc16(close > open + 1 ? key.slice(open + 1, close) : key) % SLOTS;
}

/** CRC16-XMODEM, as in the specification of Redis Cluster. */
function crc16(text: string): number {
  let crc = 0;
  for (const byte of encodeUtf8(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : POLYNOMIAL);
    crc &= 0xffff;
  }
  return crc;
}
