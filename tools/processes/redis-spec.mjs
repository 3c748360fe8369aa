/**
 * Returns the start settings of a Redis on loopback. `startService` also needs `timeoutMs`, `graceMs` and
 * `onLine`.
 * @param {{ server: string, port: number, directory: string, persistence?: string[] }} options `server`: the
 * path of the program; `persistence`: settings for what it saves in its directory, by default nothing
 * @returns {Pick<import('./service.mjs').ServiceSpec, 'name' | 'command' | 'args' | 'isReadyLine'>}
 */
export function redisSpec({ server, port, directory, persistence = [] }) {
  return {
    name: 'Redis',
    command: server,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', ...persistence],
    isReadyLine: (line) => line.includes('Ready to accept connections'),
  };
}
