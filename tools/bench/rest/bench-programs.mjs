/** Starts the programs of a measurement, and ends them together. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { nextFreePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis-spec.mjs';
import { targetOf } from './bodies.mjs';

const FIRST_PORT = 18_100;

export class BenchPrograms {
  /** Removed when the programs end. */
  directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  #children = [];
  #latestPort = FIRST_PORT - 1;

  /**
   * @returns {Promise<number>} its port
   * @param {string} server the path of the program
   */
  async startRedis(server) {
    const port = await this.#freePort();
    const { command, args } = redisSpec({ server, port, directory: this.directory });
    this.#spawn([command, ...args]);
    return port;
  }

  /**
   * Starts a server, and waits until it serves the bodies.
   * @param {(port: number) => string[]} commandOf returns its command
   * @param {NodeJS.ProcessEnv} [env] added to this process's environment
   * @returns {Promise<{ port: number, pid: number }>}
   */
  async startServer(commandOf, env = {}) {
    const port = await this.#freePort();
    const { pid } = this.#spawn(commandOf(port), { HOST: '127.0.0.1', PORT: String(port), ...env });
    await untilServing(port);
    return { port, pid };
  }

  end() {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }

  #spawn([program, ...args], env = {}) {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    this.#children.push(child);
    return child;
  }

  async #freePort() {
    const from = this.#latestPort + 1;
    const port = await nextFreePort(from);
    if (port === undefined) throw new ExplainedError(`no free port from ${from}`);
    this.#latestPort = port;
    return port;
  }
}

/**
 * Waits until 8 responses in a row succeed, as several processes may listen on the port, and new connections
 * go to each in rotation.
 */
async function untilServing(port) {
  let successes = 0;
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}${targetOf('large')}`, {
      headers: { Connection: 'close' },
    }).catch(() => undefined);
    await response?.arrayBuffer();
    successes = response?.ok ? successes + 1 : 0;
    if (successes === 8) return;
    if (successes === 0) await delay(50);
  }
  throw new ExplainedError(`the server on port ${port} does not answer`);
}
