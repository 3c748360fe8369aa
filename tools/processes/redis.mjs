import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startProgram } from './program.mjs';

/**
 * Returns what starts a Redis on loopback.
 * @param {{ server: string, port: number, directory: string, persistence?: string[] }} options `server`: the
 * path of the program; `persistence`: settings for what it saves in its directory, by default nothing
 * @returns {import('./program.mjs').ProgramSpec & { name: string }}
 */
export function redisSpec({ server, port, directory, persistence = [] }) {
  return {
    name: 'Redis',
    command: server,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', ...persistence],
    isReadyLine: (line) => line.includes('Ready to accept connections'),
  };
}

/**
 * Runs `work` with an empty Redis and an empty directory; both are removed afterwards. @template T
 * @param {string} server the path of the program
 * @param {(place: { directory: string, redisUrl: string }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withRedis(server, work) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-'));
  const port = await freePort();
  const program = startProgram({ ...redisSpec({ server, port, directory }), directory });
  try {
    await program.ready;
    return await work({ directory, redisUrl: `redis://127.0.0.1:${port}` });
  } finally {
    await program.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
