import { encodeUtf8 } from '../encode-utf8.ts';
import type { BridgeMessage } from './bridge.ts';

/** Builds the body of a plugin message from the data types of Minecraft's protocol. */
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

  /**
   * Four bytes, big-endian.
   * @param value a signed 32-bit integer
   */
  int(value: number): this {
    return this.byte(value >> 24)
      .byte(value >> 16)
      .byte(value >> 8)
      .byte(value);
  }

  /**
   * VarInt: seven bits per byte, least significant first.
   * @param value 0 to 2^31 - 1
   */
  varInt(value: number): this {
    let rest = value;
    while (rest > 0x7f) {
      this.byte(0x80 | (rest & 0x7f));
      rest >>>= 7;
    }
    return this.byte(rest);
  }

  /** The length in bytes as a VarInt, then the text in UTF-8. */
  utf(text: string): this {
    const encoded = encodeUtf8(text);
    this.varInt(encoded.length);
    return this.raw(encoded);
  }

  /** The number of values as a VarInt, then the values. */
  list<T>(values: readonly T[], write: (bytes: this, value: T) => void): this {
    this.varInt(values.length);
    for (const value of values) write(this, value);
    return this;
  }

  /** Unencoded bytes. */
  raw(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** Returns the message on a channel. */
  on(channel: string): BridgeMessage {
    return { channel, body: this.#bytes };
  }
}
