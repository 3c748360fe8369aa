import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { AbstractConnector } from 'ioredis';

/**
 * Opens sockets with TLS as ioredis does, and listens to all of their errors. ioredis listens to the first one alone: a
 * socket that is ended while the handshake fails has two, and the second would end the process.
 */
export class TlsConnector extends AbstractConnector {
  readonly #options: { readonly host: string; readonly port: number; readonly tls: ConnectionOptions };

  constructor(options: { readonly host: string; readonly port: number; readonly tls: ConnectionOptions }) {
    super(0);
    this.#options = options;
  }

  override connect(): Promise<TLSSocket> {
    const { host, port, tls } = this.#options;
    const socket = connect({ ...tls, host, port });
    socket.on('error', (error: Error) => (this.firstError = error));
    this.stream = socket;
    this.connecting = true;
    return Promise.resolve(socket);
  }
}
