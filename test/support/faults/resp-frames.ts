const LINE_FEED = 10;

/** Types whose first line contains the length of the value that follows. */
const SIZED = new Set(['$', '!', '=']);

/** The number of nested values in aggregate types, for each element that the first line counts. */
const VALUES_PER_ENTRY: Readonly<Record<string, number>> = { '*': 1, '~': 1, '>': 1, '%': 2, '|': 2 };

/**
 * Splits a stream of the Redis protocol (RESP2 and RESP3, requests and replies) into complete values. Values
 * are not interpreted, and each byte is examined once, regardless of the chunks in which the stream arrives.
 */
export class RespFrames {
  #bytes: Buffer = Buffer.alloc(0);
  #scanned = 0;
  /** Number of values missing until the frame is complete. */
  #open = 1;

  /** @returns the values that are complete now, in order */
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

  /**
   * Skips one value, or the head of an aggregate.
   * @returns whether all of it has arrived
   */
  #scanValue(): boolean {
    const lineEnd = this.#bytes.indexOf(LINE_FEED, this.#scanned);
    if (lineEnd < 0) return false;
    const type = String.fromCharCode(this.#bytes[this.#scanned] ?? 0);
    const count = Number(this.#bytes.toString('latin1', this.#scanned + 1, lineEnd - 1));
    let end = lineEnd + 1;
    if (SIZED.has(type) && count >= 0) end += count + 2;
    if (end > this.#bytes.length) return false;
    this.#scanned = end;
    // An attribute precedes a value and does not count as one.
    const itself = type === '|' ? 0 : 1;
    this.#open += Math.max(0, count || 0) * (VALUES_PER_ENTRY[type] ?? 0) - itself;
    return true;
  }
}

/**
 * Whether a value from Redis is not a reply to a command: a push (RESP3), or a message of a subscription
 * (RESP2).
 */
export function isUnsolicited(frame: Buffer): boolean {
  const [head = '', , name = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  // RESP3 confirms a subscription by a push.
  return head.startsWith('>') ? !/^p?(?:un)?subscribe$/.test(name) : head === '*3' && name === 'message';
}

/** Returns the name of a command, in upper case. */
export function commandName(frame: Buffer): string {
  const [, , name = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  return name.toUpperCase();
}

/** Whether a command requests invalidation messages. */
export function requestsInvalidations(frame: Buffer): boolean {
  const [, , name = '', , sub = ''] = frame.toString('latin1', 0, 64).split('\r\n');
  return name.toUpperCase() === 'CLIENT' && sub.toUpperCase() === 'TRACKING';
}

/** Replaces each line of a reply that is a bulk or a verbatim string, and removes those that become empty. */
export function replaceLines(frame: Buffer, replace: (line: string) => string): Buffer {
  const text = frame.toString();
  const head = text.slice(0, text.indexOf('\r\n'));
  if (!/^[$=]\d/.test(head)) return frame;
  const lines = text.slice(head.length + 2, -2).split('\r\n');
  const body = lines.map(replace).filter(Boolean).join('\r\n');
  return Buffer.from(`${head.charAt(0)}${Buffer.byteLength(body)}\r\n${body}\r\n`);
}
