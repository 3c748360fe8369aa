import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../../tools/processes/program.mjs';
import { REPOSITORY } from '../repository/repository.ts';
import { testRedisUrl, uniquePrefix } from '../redis/redis.ts';

const PROGRAM = join(REPOSITORY, 'rest-sidecar', 'build', 'sidecar.cjs');
const LISTENS = /listens on (http:\S+)/;
/** The sidecar itself ends after less, however slow its clients are. */
const STOP_GRACE_MS = 60_000;

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
      return running.pid ?? 0;
    },
    get output() {
      return running.lines;
    },
    async stop() {
      await running.stop();
      return running.child.exitCode;
    },
    async kill() {
      await running.kill();
    },
    async start() {
      running = await launch({ ...settings, PORT: new URL(origin).port });
    },
  };
}

async function launch(
  settings: NodeJS.ProcessEnv,
): Promise<ReturnType<typeof startProgram> & { origin: string }> {
  const program = startProgram({
    name: 'sidecar',
    command: process.execPath,
    args: [PROGRAM],
    env: { PATH: process.env['PATH'], ...settings },
    graceMs: STOP_GRACE_MS,
    isReadyLine: (line) => LISTENS.exec(line)?.[1],
  });
  return { ...program, origin: (await program.ready) as string };
}
