import { connect } from 'node:net';

/**
 * Sends bytes on a connection of their own, whatever they are, and reads until the other side closes it.
 * @param withinMs after which the connection is given up, and what came until then is the answer
 */
export async function exchange(origin: string, bytes: string | Buffer, withinMs = 10_000): Promise<string> {
  const { hostname, port } = new URL(origin);
  return await new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const late = setTimeout(() => socket.destroy(), withinMs);
    // A connection that is reset is an answer, too.
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.once('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(pieces).toString('latin1'));
    });
  });
}
