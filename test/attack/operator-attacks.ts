import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { newTokenText } from '../../rest-sidecar/src/operators/token.ts';

/** A guess every so many milliseconds; every second client hangs up before it is answered. */
const GUESS_EVERY_MS = 10;
const HANG_UP_AFTER_MS = 50;

export interface Guesses {
  /** Of the answers so far. */
  readonly statuses: readonly number[];
  stop(): void;
}

/** Presents tokens that nobody was given, 16 at once and then without a pause. */
export function startGuesses(port: number): Guesses {
  const statuses: number[] = [];
  const sockets = new Set<Socket>();
  const guess = (): Socket => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    const head = `GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${newTokenText()}\r\n`;
    socket.write(`${head}Connection: close\r\n\r\n`);
    socket.once('data', (piece: Buffer) => {
      statuses.push(Number(piece.toString('latin1').slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
    });
    return socket;
  };
  for (let index = 0; index < 16; index++) guess();
  let count = 0;
  const timer = setInterval(() => {
    const socket = guess();
    if (count++ % 2 === 0) setTimeout(() => socket.destroy(), HANG_UP_AFTER_MS);
  }, GUESS_EVERY_MS);
  return {
    statuses,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Fewer than wait to be accepted: of more, some are open for the client alone. */
const AT_ONCE = 100;

/**
 * Opens connections on which nothing is sent.
 * @param connections some hundreds
 * @returns when each was connected, or refused
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
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))));
  }
  return sockets;
}
