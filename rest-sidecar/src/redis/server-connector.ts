import { createConnection, Socket } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { AbstractConnector } from 'ioredis';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';

/** What of ioredis's options of a connection is about its socket. */
export interface SocketOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: TlsOptions | undefined;
}

/**
 * How ioredis gets a socket to a server, and gives it up: at once. ioredis's own waits 2 s for the server to close its side, which a frozen one never does; and it
 * hears the first error of a socket alone, where one that is given up while TLS fails has two, and the second ends the process.
 */
export class ServerConnector extends AbstractConnector {
  readonly #options: SocketOptions;
  #socket: Socket | undefined;

  constructor(options: SocketOptions) {
    super(0);
    this.#options = options;
  }

  override async connect(): Promise<Socket> {
    this.connecting = true;
    try {
      const server = await this.findServer();
      this.#socket = this.#open(server);
      return this.#socket;
    } catch (cause) {
      // ioredis ends for good where this throws, and tries again where the socket is closed.
      this.firstError = cause as Error;
      return closedSocket();
    }
  }

  override disconnect(): void {
    this.connecting = false;
    this.#socket?.destroy();
  }

  protected findServer(): Promise<RedisNode> {
    const { host = '', port = 0 } = this.#options;
    return Promise.resolve({ host, port });
  }

  #open({ host, port }: RedisNode): Socket {
    // It was disconnected meanwhile.
    if (!this.connecting) return closedSocket();
    const { tls } = this.#options;
    const socket =
      tls === undefined ? createConnection({ host, port }) : connectWithTls({ ...tls, host, port });
    return socket.on('error', (error: Error) => (this.firstError = error));
  }
}

function closedSocket(): Socket {
  return new Socket().destroy();
}
