import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { freePort } from '../../../tools/processes/free-port.mjs';

/** A TCP proxy between a browser and a listener on loopback, which can simulate a loss of the network. */
export interface NetworkLink {
  readonly origin: string;
  /** Closes all connections, and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same address. */
  restore(): Promise<void>;
}

/** @param target the port to which connections are forwarded */
export async function startNetworkLink(target: number): Promise<NetworkLink> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const both = [client, connect(target, '127.0.0.1')] as const;
    const end = (): void => {
      for (const socket of both) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of both) sockets.add(socket.on('error', end).on('close', end));
    both[0].pipe(both[1]).pipe(both[0]);
  });
  const port = await freePort();
  const restore = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await restore();
  return {
    origin: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore,
  };
}
