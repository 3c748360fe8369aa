import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/**
 * Number of connections opened in parallel. It is below the server's accept backlog: beyond the backlog, a
 * connection may be open for the client and not for the server.
 */
const BATCH = 100;

/**
 * Opens connections, and sends nothing on them.
 * @param connections number of connections, rounded up to a multiple of {@link BATCH}
 * @returns the sockets, when each connection was accepted or refused
 */
export async function openSilently(port: number, connections: number): Promise<readonly Socket[]> {
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  };
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    sockets.push(...(await Promise.all(Array.from({ length: BATCH }, open))));
  }
  return sockets;
}
