/** Starts the programs of a measurement, and ends them together. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis.mjs';
import { startProgram } from '../../processes/program.mjs';
import { targetOf } from './bodies.mjs';

const LIMITS = { timeoutMs: 30_000, graceMs: 5000 };

export class BenchPrograms {
  /** Removed when the programs end. */
  directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  #services = [];

  /**
   * @param {string} server the path of the program
   * @returns {Promise<number>} its port
   */
  async startRedis(server) {
    const port = await freePort();
    await this.#start(redisSpec({ server, port, directory: this.directory }));
    return port;
  }

  /**
   * Starts a server, and waits until it serves the bodies.
   * @param {(port: number) => string[]} commandOf returns its command
   * @param {NodeJS.ProcessEnv} [env] added to this process's environment
   * @returns {Promise<{ port: number, pid: number }>}
   */
  async startServer(commandOf, env = {}) {
    const port = await freePort();
    const [command, ...args] = commandOf(port);
    const { pid } = await this.#start({
      name: 'server',
      command,
      args,
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
      isReady: () => isServing(port),
    });
    return { port, pid };
  }

  async end() {
    await Promise.all(this.#services.map((service) => service.stop()));
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #start(spec) {
    const service = startProgram({ ...spec, ...LIMITS, quiet: true });
    this.#services.push(service);
    await service.ready;
    return service;
  }
}

/**
 * Returns whether 8 responses in a row succeed, as several processes may listen on the port, and new
 * connections go to each in rotation.
 */
async function isServing(port) {
  for (let successes = 0; successes < 8; successes += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${targetOf('large')}`, {
      headers: { Connection: 'close' },
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok !== true) return false;
  }
  return true;
}
