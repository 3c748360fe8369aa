/** Encodes one code point (RFC 3629). */
function encodeCodePoint(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), continuationByte(point)];
  if (point < 0x10000) return [0xe0 | (point >> 12), continuationByte(point >> 6), continuationByte(point)];
  return [
    0xf0 | (point >> 18),
    continuationByte(point >> 12),
    continuationByte(point >> 6),
    continuationByte(point),
  ];
}

function continuationByte(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

/**
 * Encodes text as UTF-8. A lone surrogate becomes U+FFFD. Written by hand because the proxy's script engine
 * and all supported versions of Node have no encoder in common.
 */
export function encodeUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const symbol of text.toWellFormed()) bytes.push(...encodeCodePoint(symbol.codePointAt(0) ?? 0));
  return bytes;
}
