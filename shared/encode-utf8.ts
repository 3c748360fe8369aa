/** One code point in UTF-8, as RFC 3629 has it. */
function encodeCodePoint(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), tail(point)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(point >> 6), tail(point)];
  return [0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point)];
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

/**
 * UTF-8, as neither the proxy's script engine nor every Node version has the same encoder.
 * A lone surrogate becomes U+FFFD.
 */
export function encodeUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const symbol of text.toWellFormed()) bytes.push(...encodeCodePoint(symbol.codePointAt(0) ?? 0));
  return bytes;
}
