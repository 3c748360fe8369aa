import { createConnection, Socket } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { Sentinels } from './sentinels.ts';

/** What a socket that was ended has to close, in milliseconds. A master that is frozen never does, and until then nobody looks for another. */
const DISCONNECT_MS = 100;

/** How ioredis gets a socket to the master: by asking for it each time. ioredis's own takes the word of the first Sentinel that answers. */
export class MasterConnector extends AbstractConnector {
  readonly #sentinels: Sentinels;
  readonly #tls: TlsOptions | undefined;
  /** What was connected to last. */
  #master: RedisNode | undefined;

  constructor(sentinels: Sentinels, tls: TlsOptions | undefined) {
    super(DISCONNECT_MS);
    this.#sentinels = sentinels;
    this.#tls = tls;
  }

  override async connect(): Promise<Socket> {
    this.connecting = true;
    try {
      this.#master = await this.#sentinels.findMaster();
      this.stream = this.#open(this.#master);
    } catch (cause) {
      // ioredis ends for good where this throws, and tries again where the socket is closed.
      this.firstError = cause as Error;
      this.stream = closedSocket();
    }
    return this.stream;
  }

  /** @throws Error where the Sentinels name another master by now; without their word, the one that is connected to stays */
  async assertStillNamed(): Promise<void> {
    const named = await this.#sentinels.findMaster().catch(() => this.#master);
    if (named?.host !== this.#master?.host || named?.port !== this.#master?.port) {
      throw new Error('The Sentinels name another master.');
    }
  }

  #open({ host, port }: RedisNode): Socket {
    // It was disconnected meanwhile.
    if (!this.connecting) return closedSocket();
    const socket =
      this.#tls === undefined
        ? createConnection({ host, port })
        : connectWithTls({ ...this.#tls, host, port });
    return socket.once('error', (error: Error) => (this.firstError = error));
  }
}

function closedSocket(): Socket {
  return new Socket().destroy();
}
