import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importTypeScript } from '../build-steps/import-typescript.mjs';
import { nextFreePort } from '../processes/free-port.mjs';
import { redisSpec } from '../processes/redis-spec.mjs';
import { findChromium } from '../set-up/chromium.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';

const FIRST_PORT = 18_400;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const ALL_SCOPES = 'blocklists:read blocklists:write rate-limits:read metrics:read';

/** Runs a Redis, a sidecar with its operator listener, and a headless browser. */
export class ConsolePrograms {
  #directory = mkdtempSync(join(tmpdir(), 'feature-control-console-'));
  #children = [];
  /** Such as `http://127.0.0.1:40123/console`. */
  url = '';
  redisPort = 0;
  /** @type {import('ioredis').Redis} */
  redis;
  /** @type {import('playwright-core').Browser} */
  browser;
  /** The keys of the Redis contract. */
  keys;

  /** @param {{ redisServer: string, sidecar: string, settings?: NodeJS.ProcessEnv }} programs */
  async start({ redisServer, sidecar, settings }) {
    const { Redis } = await import('ioredis');
    const { RedisKeys } = await importTypeScript('shared/redis/redis-keys.ts');
    this.keys = new RedisKeys('fc:');
    this.redisPort = await this.#startRedis(redisServer);
    this.redis = new Redis(this.redisPort);
    const env = {
      ...process.env,
      ...settings,
      PORT: '0',
      OPERATORS_PORT: '0',
      REDIS_URL: `redis://127.0.0.1:${this.redisPort}`,
    };
    const line = await this.#start(process.execPath, [sidecar], env, /Operator listener on (\S+)/);
    this.url = `${line[1]}/console`;
    const { chromium } = await import('playwright-core');
    const executablePath = process.env['FC_CHROMIUM'] ?? findChromium()?.path;
    if (executablePath === undefined) throw new ExplainedError('no Chromium: set FC_CHROMIUM to its path');
    this.browser = await chromium.launch({ executablePath, args: FLAGS });
  }

  /** @returns {Promise<string>} the text of a new token */
  async issueToken(name, scopes = ALL_SCOPES) {
    const { hashOf, newTokenText } = await importTypeScript('rest-sidecar/src/operators/token.ts');
    const text = newTokenText();
    await this.redis.hset(this.keys.tokenOf(hashOf(text)), { name, scopes, createdAt: Date.now() });
    return text;
  }

  async end() {
    await this.browser?.close();
    this.redis?.disconnect();
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #startRedis(server) {
    const port = await nextFreePort(FIRST_PORT);
    const { command, args } = redisSpec({ server, port, directory: this.#directory });
    await this.#start(command, args, process.env, /Ready to accept connections/);
    return port;
  }

  /**
   * Starts a program.
   * @returns {Promise<RegExpExecArray>} the match of the first line that matches
   */
  async #start(program, args, env, pattern) {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    const ended = once(child, 'exit').then(() => {
      throw new ExplainedError(`${program} has ended`);
    });
    const ready = new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const match = pattern.exec(line);
        if (match !== null) resolve(match);
      });
    });
    ended.catch(() => undefined);
    return await Promise.race([ready, ended]);
  }
}
