import { connect } from 'node:net';
import { eventually } from '../eventually.ts';

/** The commands that Redis has executed since `monitor()`, by all clients. */
export interface RedisMonitor {
  /** One line for each command, with its arguments in quotes. */
  lines(): readonly string[];
  stop(): void;
}

/**
 * Starts `MONITOR` on a connection of its own. That of ioredis fails if Redis reports a command together with
 * its reply to `MONITOR`.
 * @param url without a password
 */
export async function monitor(url: string): Promise<RedisMonitor> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.write('MONITOR\r\n');
  await eventually(() => text.startsWith('+OK\r\n'), { what: 'the reply to MONITOR' });
  return {
    lines: () => text.split('\r\n').slice(1, -1),
    stop: () => socket.destroy(),
  };
}
