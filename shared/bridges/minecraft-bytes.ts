import { encodeUtf8 } from '../encode-utf8.ts';

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
