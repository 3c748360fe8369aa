import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../../tools/processes/free-port.mjs';
import type { Fault } from './fault.ts';
import { FaultyConnection } from './faulty-connection.ts';

/** A proxy in front of a real Redis that simulates faults. */
export interface FaultProxy {
  /** The URL that programs are given instead of Redis's own. */
  readonly url: string;
  readonly port: number;
  /** Current number of connections. */
  readonly connections: number;
  /** Current number of commands without a reply, on all connections. */
  readonly pending: number;
  /** Sets the fault from now on, for existing and new connections. */
  set(fault: Fault): Promise<void>;
  /** Connects new connections to another Redis. Existing ones stay with theirs. */
  redirect(redisPort: number): void;
  /** Resets all existing connections. */
  dropConnections(): void;
  stop(): Promise<void>;
}

/**
 * Starts a fault proxy on a free loopback port.
 * @param redisPort port of the real Redis, on loopback
 */
export async function startFaultProxy(redisPort: number): Promise<FaultProxy> {
  const connections = new Set<FaultyConnection>();
  let fault: Fault = { kind: 'none' };
  let targetPort = redisPort;
  const server = createServer((socket) => {
    const connection = new FaultyConnection(socket, targetPort, fault, () => {
      connections.delete(connection);
    });
    connections.add(connection);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await freePort();
  await listen(port);
  const dropConnections = (): void => {
    for (const connection of [...connections]) connection.reset();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get connections() {
      return connections.size;
    },
    get pending() {
      return [...connections].reduce((sum, connection) => sum + connection.pending, 0);
    },
    async set(next) {
      fault = next;
      for (const connection of connections) connection.fault = next;
      if (next.kind === 'refuse') server.close();
      else if (!server.listening) await listen(port);
    },
    redirect(port) {
      targetPort = port;
    },
    dropConnections,
    async stop() {
      dropConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
