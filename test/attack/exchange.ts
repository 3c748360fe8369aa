import { connect } from 'node:net';

/**
 * Sends raw bytes on a new connection, and reads until the other side closes it.
 * @param withinMs time limit; after it, the connection is closed and the data so far is returned
 */
export async function exchange(origin: string, bytes: string | Buffer, withinMs = 10_000): Promise<string> {
  const { hostname, port } = new URL(origin);
  return await new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const timer = setTimeout(() => socket.destroy(), withinMs);
    // A connection reset is a valid result, too.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
  });
}
