import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../../tools/processes/program.mjs';
import { testRedisUrl, uniquePrefix } from '../redis/redis.ts';
import { REPOSITORY } from '../repository/repository.ts';

const SIDECAR: Program = { path: ['rest-sidecar', 'build', 'sidecar.cjs'], args: [], portName: 'PORT' };
const ADMIN_SERVER: Program = {
  path: ['admin', 'build', 'cli.cjs'],
  args: ['serve', '--link'],
  portName: 'ADMIN_PORT',
};

interface Program {
  readonly path: readonly string[];
  readonly args: readonly string[];
  /** The variable of its port. */
  readonly portName: string;
}

const LISTENS = /listens on (http:\S+)/;
/** The programs themselves end after less, however slow their clients are. */
const STOP_GRACE_MS = 60_000;

/** A built program that serves HTTP: the sidecar or the admin's server. */
export interface BuiltServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly keyPrefix: string;
  readonly redisUrl: string;
  readonly pid: number;
  /** The first 5000 lines of its output; complete when it has ended. */
  readonly output: readonly string[];
  /**
   * Sends a signal, SIGTERM by default.
   * @returns its exit code after it has ended; null if it was killed
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL. The promise resolves when the process has ended. */
  kill(): Promise<void>;
  /** Restarts it at the same address after `kill()`. The promise resolves when it listens. */
  start(): Promise<void>;
}

/**
 * Starts the built sidecar in a child process, on the tests' Redis with a unique key prefix. It ends with
 * this process at the latest.
 */
export async function startBuiltSidecar(env: NodeJS.ProcessEnv = {}): Promise<BuiltServer> {
  return await startBuilt(SIDECAR, env);
}

/** Like `startBuiltSidecar`, for the admin's server. */
export async function startBuiltAdminServer(env: NodeJS.ProcessEnv = {}): Promise<BuiltServer> {
  return await startBuilt(ADMIN_SERVER, env);
}

async function startBuilt(program: Program, env: NodeJS.ProcessEnv): Promise<BuiltServer> {
  const { portName } = program;
  const { KEY_PREFIX: keyPrefix = uniquePrefix() } = env;
  const settings = { REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix, [portName]: '0', ...env };
  let running = await launch(program, settings);
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
    async stop(signal) {
      await running.stop(signal);
      return running.child.exitCode;
    },
    async kill() {
      await running.kill();
    },
    async start() {
      running = await launch(program, { ...settings, [portName]: new URL(origin).port });
    },
  };
}

async function launch(
  { path, args }: Program,
  settings: NodeJS.ProcessEnv,
): Promise<ReturnType<typeof startProgram> & { origin: string }> {
  const file = join(REPOSITORY, ...path);
  if (!existsSync(file)) throw new Error(`${file} does not exist: run npm run build`);
  const program = startProgram({
    name: path.at(-1) ?? '',
    command: process.execPath,
    args: [file, ...args],
    env: { PATH: process.env['PATH'], ...settings },
    graceMs: STOP_GRACE_MS,
    isReadyLine: (line) => LISTENS.exec(line)?.[1],
  });
  return { ...program, origin: (await program.ready) as string };
}
