/** The programs that a measurement needs, started and ended together. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { nextFreePort } from '../../processes/free-port.mjs';
import { isPortFree } from '../../processes/is-port-free.cjs';
import { redisSpec } from '../../processes/redis-spec.mjs';
import { targetOf } from './bodies.mjs';

const FIRST_PORT = 18_100;

export class Stage {
  /** Goes with the stage. */
  directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  #children = [];
  #latestPort = FIRST_PORT - 1;

  /** @returns {Promise<number>} its port @param {string} server the program */
  async startRedis(server) {
    const port = await this.#freePort();
    const { command, args } = redisSpec({ server, port, directory: this.directory });
    this.#spawn([command, ...args]);
    return port;
  }

  /**
   * Starts a server, and waits until it serves the bodies.
   * @param {(port: number) => string[]} commandOf what it is started with
   * @param {NodeJS.ProcessEnv} [env] beside ours
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
    const port = (await isPortFree(from)) ? from : await nextFreePort(from);
    if (port === undefined) throw new ExplainedError(`no port from ${from} on is free`);
    this.#latestPort = port;
    return port;
  }
}

/** Several processes may stand behind the port: new connections go to each in turn. */
async function untilServing(port) {
  let inARow = 0;
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}${targetOf('large')}`, {
      headers: { Connection: 'close' },
    }).catch(() => undefined);
    await response?.arrayBuffer();
    inARow = response?.ok ? inARow + 1 : 0;
    if (inARow === 8) return;
    if (inARow === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new ExplainedError(`the server on port ${port} does not answer`);
}
