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

/** Puts together the body of a plugin message from the types of Minecraft's protocol. */
export class MinecraftBytes {
  readonly #bytes: number[] = [];

  /** @param value 0 to 255 */
  byte(value: number): this {
    this.#bytes.push(value & 0xff);
    return this;
  }

  bool(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  /** Four bytes, the highest first. @param value a signed integer of 32 bits */
  int(value: number): this {
    return this.byte(value >> 24)
      .byte(value >> 16)
      .byte(value >> 8)
      .byte(value);
  }

  /** Seven bits a byte, the lowest first. @param value 0 to 2^31 - 1 */
  varInt(value: number): this {
    let rest = value;
    while (rest > 0x7f) {
      this.byte(0x80 | (rest & 0x7f));
      rest >>>= 7;
    }
    return this.byte(rest);
  }

  /** UTF-8 after its length in bytes. */
  utf(text: string): this {
    const encoded = encodeUtf8(text);
    this.varInt(encoded.length);
    return this.raw(encoded);
  }

  /** The values after their count. */
  list<T>(values: readonly T[], write: (bytes: this, value: T) => void): this {
    this.varInt(values.length);
    for (const value of values) write(this, value);
    return this;
  }

  /** Bytes as they are. */
  raw(bytes: readonly number[]): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  toArray(): readonly number[] {
    return this.#bytes;
  }
}
