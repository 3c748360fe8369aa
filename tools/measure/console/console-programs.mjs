import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../../assemble/steps/import-typescript.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis.mjs';
import { startProgram } from '../../processes/program.mjs';
import { findChromium } from '../../set-up/chromium.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';

const LIMITS = { timeoutMs: 60_000, graceMs: 5000 };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const ALL_SCOPES = 'blocklists:read blocklists:write rate-limits:read metrics:read';

/** Runs a Redis, a sidecar with its operator listener, and a headless browser. */
export class ConsolePrograms {
  #directory = mkdtempSync(join(tmpdir(), 'feature-control-console-'));
  #services = [];
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
    this.redisPort = await freePort();
    await this.#start(redisSpec({ server: redisServer, port: this.redisPort, directory: this.#directory }));
    this.redis = new Redis(this.redisPort);
    const env = {
      ...process.env,
      ...settings,
      PORT: '0',
      OPERATORS_PORT: '0',
      REDIS_URL: `redis://127.0.0.1:${this.redisPort}`,
    };
    const [, origin] = await this.#start({
      name: 'sidecar',
      command: process.execPath,
      args: [sidecar],
      env,
      isReadyLine: (line) => /Operator listener on (\S+)/.exec(line),
    });
    this.url = `${origin}/console`;
    const { chromium } = await import('playwright-core');
    const executablePath = process.env['FC_CHROMIUM'] ?? findChromium()?.path;
    if (executablePath === undefined) throw new ExplainedError('no Chromium: set FC_CHROMIUM to its path');
    this.browser = await chromium.launch({ executablePath, args: FLAGS });
  }

  /** @returns {Promise<string>} the text of a new token */
  async issueToken(name, scopes = ALL_SCOPES) {
    const { hashOf, newTokenText } = await importTypeScript('admin/server/token.ts');
    const text = newTokenText();
    await this.redis.hset(this.keys.tokenOf(hashOf(text)), { name, scopes, createdAt: Date.now() });
    return text;
  }

  async end() {
    await this.browser?.close();
    this.redis?.disconnect();
    await Promise.all(this.#services.map((service) => service.stop()));
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Starts a program, and returns the value of `isReadyLine`. */
  async #start(spec) {
    const service = startProgram({ ...spec, ...LIMITS, quiet: true });
    this.#services.push(service);
    return await service.ready;
  }
}
