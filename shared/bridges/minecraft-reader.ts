/**
 * Reads the data types of Minecraft's protocol. Once bytes are missing, every further read returns undefined.
 */
export class MinecraftReader {
  readonly #bytes: ArrayLike<number>;
  #at = 0;

  /** @param bytes each 0 to 255 */
  constructor(bytes: ArrayLike<number>) {
    this.#bytes = bytes;
  }

  /** @returns undefined at the end */
  byte(): number | undefined {
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    return byte;
  }

  /** @returns undefined if it is truncated, or longer than five bytes */
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
   * Reads a short ASCII text with its length in bytes as prefix.
   * @returns undefined if it is truncated, longer than `maxBytes`, or contains other characters
   */
  ascii(maxBytes: number): string | undefined {
    const length = this.varInt();
    if (length === undefined || length < 0 || length > maxBytes) return undefined;
    let text = '';
    for (let read = 0; read < length; read += 1) {
      const byte = this.byte();
      if (byte === undefined || byte > 0x7f) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }
}
