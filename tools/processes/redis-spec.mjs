/**
 * A Redis on loopback, as the tools run one: `startService` takes it with `timeoutMs`, `graceMs`, `onLine`.
 * @param {{ server: string, port: number, directory: string, keep?: string[] }} how `server`: the program;
 * `keep`: settings that say what it keeps in its directory, which is nothing by default
 * @returns {Pick<import('./service.mjs').ServiceSpec, 'name' | 'command' | 'args' | 'isReadyLine'>}
 */
export function redisSpec({ server, port, directory, keep = [] }) {
  return {
    name: 'Redis',
    command: server,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', ...keep],
    isReadyLine: (line) => line.includes('Ready to accept connections'),
  };
}
