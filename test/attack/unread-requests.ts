import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Number of bytes that Node reads at a time. */
const BURST_BYTES = 64 * 1024;

export interface UnreadRequests {
  /** Closes all connections. */
  stop(): void;
}

/**
 * Opens connections one after the other, sends one burst of requests on each, and reads nothing.
 * @param targets requested 60 times each; `GET /` fills the rest of the burst
 * @returns when each connection is open or was refused, and its burst is written
 */
export async function sendUnreadRequests(
  origin: string,
  connections: number,
  targets: readonly string[],
): Promise<UnreadRequests> {
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(60)).join('');
  const last = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';
  const burst = (requests + last.repeat(BURST_BYTES / last.length)).slice(0, BURST_BYTES);
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  for (let index = 0; index < connections; index++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    sockets.push(socket);
    socket.write(burst, 'latin1');
    // A refused connection is a valid result, too.
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  }
  return {
    stop() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
