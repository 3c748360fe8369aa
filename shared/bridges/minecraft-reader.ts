/** Reads what a mod sends in its greeting. Bytes that are missing make everything after them undefined. */
export class MinecraftReader {
  readonly #bytes: ArrayLike<number>;
  #at = 0;

  /** @param bytes each 0 to 255 */
  constructor(bytes: ArrayLike<number>) {
    this.#bytes = bytes;
  }

  /** @returns undefined where there is none */
  byte(): number | undefined {
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    return byte;
  }

  /** @returns undefined where it is cut off, or longer than five bytes */
  varInt(): number | undefined {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      if (byte === undefined) return undefined;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  }

  /**
   * A short text of ASCII after its length in bytes.
   * @returns undefined where it is cut off, longer, or has other signs
   */
  ascii(mostBytes: number): string | undefined {
    const length = this.varInt();
    if (length === undefined || length < 0 || length > mostBytes) return undefined;
    let text = '';
    for (let read = 0; read < length; read += 1) {
      const byte = this.byte();
      if (byte === undefined || byte > 0x7f) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }
}
