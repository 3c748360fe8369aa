const LINE_FEED = 10;

/** Types whose value follows the length in their first line. */
const SIZED = new Set(['$', '!', '=']);

/** Values within a value of these types, for each that their first line counts. */
const VALUES_PER_ENTRY: Readonly<Record<string, number>> = { '*': 1, '~': 1, '>': 1, '%': 2, '|': 2 };

/**
 * Cuts a stream of Redis's protocol (second and third version, requests and replies alike) into its whole
 * values. What a value means is not looked at, so each byte is looked at once, however the stream was cut
 * into pieces.
 */
export class RespFrames {
  #bytes: Buffer = Buffer.alloc(0);
  #scanned = 0;
  /** Values still to come before the frame is whole. */
  #open = 1;

  /** @returns the values that are whole now, in their order */
  push(piece: Buffer): Buffer[] {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece]);
    const frames: Buffer[] = [];
    while (this.#scanValue()) {
      if (this.#open > 0) continue;
      frames.push(this.#bytes.subarray(0, this.#scanned));
      this.#bytes = this.#bytes.subarray(this.#scanned);
      this.#scanned = 0;
      this.#open = 1;
    }
    return frames;
  }

  /** Goes past one value, or the head of one that holds others. @returns whether all of it was there */
  #scanValue(): boolean {
    const lineEnd = this.#bytes.indexOf(LINE_FEED, this.#scanned);
    if (lineEnd < 0) return false;
    const type = String.fromCharCode(this.#bytes[this.#scanned] ?? 0);
    const count = Number(this.#bytes.toString('latin1', this.#scanned + 1, lineEnd - 1));
    let end = lineEnd + 1;
    if (SIZED.has(type) && count >= 0) end += count + 2;
    if (end > this.#bytes.length) return false;
    this.#scanned = end;
    // An attribute stands before a value and is none itself.
    const itself = type === '|' ? 0 : 1;
    this.#open += Math.max(0, count || 0) * (VALUES_PER_ENTRY[type] ?? 0) - itself;
    return true;
  }
}

/**
 * Whether a value that Redis sent answers no command: a push (third version), or a message of a subscription
 * (second).
 */
export function isUnasked(frame: Buffer): boolean {
  const [head = '', , name = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  // The third version confirms a subscription by a push.
  return head.startsWith('>') ? !/^p?(?:un)?subscribe$/.test(name) : head === '*3' && name === 'message';
}

/** The name of a command that a client sent, in capitals. */
export function commandName(frame: Buffer): string {
  const [, , name = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  return name.toUpperCase();
}

/** Whether a client asks here for the keys that change. */
export function asksToBeTold(frame: Buffer): boolean {
  const [, , name = '', , sub = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  return name.toUpperCase() === 'CLIENT' && sub.toUpperCase() === 'TRACKING';
}
