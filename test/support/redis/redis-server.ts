import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.ts';
import { launchRedis, type RunningRedis } from './redis-process.ts';

/** As Redis says it where it is built with glibc, and with musl. */
const PORT_TAKEN = /Address (?:already )?in use/;

export interface RedisOptions {
  /** Further settings as on Redis's own command line, such as `['--requirepass', 'secret']`. */
  readonly settings?: readonly string[];
  /** Fixed port; a free one when absent. */
  readonly port?: number;
  /** Whether data outlives `kill()` and `restart()`. Default: true. */
  readonly persistent?: boolean;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /** Ends it in good order, and removes its data. */
  stop(): Promise<void>;
  /** SIGKILL: connections break, nothing is said. Ended when the promise is fulfilled. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing is answered any more. */
  pause(): void;
  /** SIGCONT, after `pause()`. */
  resume(): void;
  /**
   * Kills it if it runs, and starts it again on the same port: with its data, or without any. A node of a
   * cluster knows its place in it all the same.
   */
  restart(options?: { readonly empty?: boolean }): Promise<void>;
}

/** Starts a real Redis of the caller's own, on loopback. It ends with this process at the latest. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-redis-'));
  const port = options.port ?? (await freePort());
  const launch = async () => await launchRedis(settingsFor(port, directory, options), directory);
  let running: RunningRedis;
  try {
    running = await launch();
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    const message = error instanceof Error && options.port === undefined ? error.message : '';
    // Another one, such as that of a cluster's bus, would be the same the next time.
    if (message.includes(`127.0.0.1:${port}: `) && PORT_TAKEN.test(message)) return await startRedis(options);
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return running.child.pid;
    },
    async stop() {
      await running.end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
    async kill() {
      await running.end('SIGKILL');
    },
    pause() {
      running.child.kill('SIGSTOP');
    },
    resume() {
      running.child.kill('SIGCONT');
    },
    async restart({ empty = false } = {}) {
      await running.end('SIGKILL');
      if (empty) emptyDirectory(directory);
      running = await launch();
    },
  };
}

/** Where a node of a cluster keeps which slots are whose. */
const NODES = 'nodes.conf';

function emptyDirectory(directory: string): void {
  for (const name of readdirSync(directory).filter((other) => other !== NODES))
    rmSync(join(directory, name), { recursive: true });
}

/** An append-only file survives SIGKILL without a single fsync: the kernel already has every byte. */
function settingsFor(
  port: number,
  directory: string,
  { persistent = true, settings = [] }: RedisOptions,
): string[] {
  const fixed = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
    '--save',
    '',
    '--appendfsync',
    'no',
  ];
  return [...fixed, '--appendonly', persistent ? 'yes' : 'no', ...settings];
}
