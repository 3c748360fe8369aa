import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test sends any bytes. */
export interface RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  /** Returns the received text. */
  readonly text: () => string;
}

/** Opens a connection. @param bytes sent once connected */
export async function openConnection(port: number, bytes = ''): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, closed, text: () => received };
}
