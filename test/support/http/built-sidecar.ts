import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { guardAgainstOrphan } from '../../../tools/processes/orphan-guard.mjs';
import { REPOSITORY } from '../repository/repository.ts';
import { testRedisUrl, uniquePrefix } from '../redis/redis.ts';

const PROGRAM = join(REPOSITORY, 'rest-sidecar', 'build', 'sidecar.cjs');
const LISTENS = /listens on (http:\S+)/;
/** Maximum number of output lines that are kept. */
const MAX_LINES = 5000;

export interface BuiltSidecar {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly keyPrefix: string;
  readonly redisUrl: string;
  readonly pid: number;
  /** The first 5000 lines of its output; complete when it has ended. */
  readonly output: readonly string[];
  /**
   * Sends SIGTERM.
   * @returns its exit code after it has ended; null if it was killed
   */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. The promise resolves when the process has ended. */
  kill(): Promise<void>;
  /** Restarts it at the same address after `kill()`. The promise resolves when it listens. */
  start(): Promise<void>;
}

/**
 * Starts the built sidecar in a child process, on the tests' Redis with a unique key prefix. It ends with
 * this process at the latest.
 */
export async function startBuiltSidecar(env: NodeJS.ProcessEnv = {}): Promise<BuiltSidecar> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} does not exist: run npm run build`);
  const keyPrefix = uniquePrefix();
  const settings = { REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix, HOST: '127.0.0.1', PORT: '0', ...env };
  let running = await launch(settings);
  const { origin } = running;
  return {
    origin,
    keyPrefix,
    redisUrl: env['REDIS_URL'] ?? testRedisUrl(),
    get pid() {
      return running.pid;
    },
    get output() {
      return running.output;
    },
    async stop() {
      running.child.kill('SIGTERM');
      await running.ended;
      return running.child.exitCode;
    },
    async kill() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async start() {
      running = await launch({ ...settings, PORT: new URL(origin).port });
    },
  };
}

interface RunningSidecar {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly output: readonly string[];
  readonly origin: string;
  readonly ended: Promise<unknown>;
}

async function launch(settings: NodeJS.ProcessEnv): Promise<RunningSidecar> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Unlike `exit`, after its whole output was read.
  const ended = once(child, 'close');
  const { pid } = child;
  if (pid === undefined) throw new Error('The sidecar could not be started');
  const release = guardAgainstOrphan(pid);
  void ended.then(release, release);
  const output: string[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (output.length < MAX_LINES) output.push(line);
        const url = LISTENS.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    ended.then(() => {
      reject(new Error(`The sidecar ended:\n${output.join('\n')}`));
    }, reject);
  });
  return { child, pid, output, origin, ended };
}
