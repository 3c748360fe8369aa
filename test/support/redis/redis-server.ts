import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { launchRedis } from './redis-process.ts';

/** Redis's message for an occupied port, when built with glibc and with musl. */
const PORT_TAKEN = /Address (?:already )?in use/;

const RESTART_ATTEMPTS = 20;
const RESTART_PAUSE_MS = 100;

/** Whether Redis could not start because another process has this port. @param error of `startRedis` */
export function isPortTaken(error: unknown, port: number): boolean {
  const message = error instanceof Error ? error.message : '';
  return message.includes(`127.0.0.1:${port}: `) && PORT_TAKEN.test(message);
}

export interface RedisOptions {
  /** Additional settings in the form of Redis's command line, such as `['--requirepass', 'secret']`. */
  readonly settings?: readonly string[];
  /** The path of another server, such as Valkey. */
  readonly program?: string;
  /** A fixed port; a free one by default. */
  readonly port?: number;
  /** Whether data survives `kill()` and `restart()`. Default: true. */
  readonly persistent?: boolean;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Stops it gracefully, and removes its data. */
  stop(): Promise<void>;
  /** Sends SIGKILL: connections break without notice. The promise resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGSTOP: connections stay open, but nothing is answered. */
  pause(): void;
  /** Sends SIGCONT, after `pause()`. */
  resume(): void;
  /**
   * Kills it if it runs, and restarts it on the same port, with or without its data. A cluster node keeps its
   * configuration either way.
   */
  restart(options?: { readonly empty?: boolean }): Promise<void>;
}

/** Starts a dedicated real Redis on loopback. It ends with this process at the latest. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-redis-'));
  const port = options.port ?? (await freePort());
  const launch = async () =>
    await launchRedis(settingsFor(port, directory, options), directory, undefined, options.program);
  /** Another test that looks for a free port may occupy this one for a moment while no server runs on it. */
  const launchOnItsPort = async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch();
      } catch (error) {
        if (attempt === RESTART_ATTEMPTS || !PORT_TAKEN.test(String(error))) throw error;
        await delay(RESTART_PAUSE_MS);
      }
    }
  };
  let running: Awaited<ReturnType<typeof launchRedis>>;
  try {
    running = await launch();
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    // Another port, such as that of the cluster bus, is in the settings: the caller has to choose a new one.
    if (options.port === undefined && isPortTaken(error, port)) return await startRedis(options);
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async stop() {
      await running.stop();
      rmSync(directory, { recursive: true, force: true });
    },
    async kill() {
      await running.kill();
    },
    pause() {
      running.child.kill('SIGSTOP');
    },
    resume() {
      running.child.kill('SIGCONT');
    },
    async restart({ empty = false } = {}) {
      await running.kill();
      if (empty) emptyDirectory(directory);
      running = await launchOnItsPort();
    },
  };
}

/** The file in which a cluster node stores the slots of all nodes. */
const NODES = 'nodes.conf';

function emptyDirectory(directory: string): void {
  for (const name of readdirSync(directory).filter((other) => other !== NODES))
    rmSync(join(directory, name), { recursive: true });
}

/** An append-only file survives SIGKILL without fsync, because the kernel already has every byte. */
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
