import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { newTokenText } from '../../admin/server/token.ts';

const GUESS_EVERY_MS = 10;
/** Every second client disconnects after this time, before it receives an answer. */
const DISCONNECT_AFTER_MS = 50;

export interface Guesses {
  /** Statuses of the answers so far. */
  readonly statuses: readonly number[];
  stop(): void;
}

/** Sends tokens that were never issued: 16 in parallel, and then continuously. */
export function startGuesses(port: number): Guesses {
  const statuses: number[] = [];
  const sockets = new Set<Socket>();
  const guess = (): Socket => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    const head = `GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${newTokenText()}\r\n`;
    socket.write(`${head}Connection: close\r\n\r\n`);
    socket.once('data', (chunk: Buffer) => {
      statuses.push(Number(chunk.toString('latin1').slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
    });
    return socket;
  };
  for (let index = 0; index < 16; index++) guess();
  let count = 0;
  const timer = setInterval(() => {
    const socket = guess();
    if (count++ % 2 === 0) setTimeout(() => socket.destroy(), DISCONNECT_AFTER_MS);
  }, GUESS_EVERY_MS);
  return {
    statuses,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

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
