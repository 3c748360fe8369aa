import { Command } from 'ioredis';

/** `HMGET` as it goes over the wire, to be sent again and again: ioredis would put hundreds of names together anew each time, which takes it as long as their reply. */
export function encodeHmget(key: string, fields: readonly string[]): Buffer {
  const parts = ['hmget', key, ...fields].map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return Buffer.from(`*${parts.length}\r\n${parts.join('')}`);
}

/** A command of ioredis whose bytes are there already. The key tells a cluster where it goes. */
export class HmgetCommand extends Command {
  readonly #bytes: Buffer;

  /** @param bytes from {@link encodeHmget}, of the same key */
  constructor(key: string, bytes: Buffer) {
    super('hmget', [key], { replyEncoding: 'utf8' });
    this.#bytes = bytes;
  }

  override toWritable(): Buffer {
    return this.#bytes;
  }
}
