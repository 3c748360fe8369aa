import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { guardAgainstOrphan } from '../../tools/lib/orphan-guard.cjs';

const READY = 'Ready to accept connections';
const PORT_TAKEN = 'Address already in use';
const STOP_GRACE_MS = 3000;

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
  /** Ends it in good order, and removes its data. */
  stop(): Promise<void>;
  /** SIGKILL: connections break, nothing is said. Ended when the promise is fulfilled. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing is answered any more. */
  pause(): void;
  /** SIGCONT, after `pause()`. */
  resume(): void;
  /** Kills it if it runs, and starts it again on the same port: with its data, or without any. */
  restart(options?: { readonly empty?: boolean }): Promise<void>;
}

/** Starts a real Redis of the caller's own, on loopback. It ends with this process at the latest. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-redis-'));
  const port = options.port ?? (await freePort());
  let running: RunningRedis;
  try {
    running = await launch(port, directory, options);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    const taken = error instanceof Error && error.message.includes(PORT_TAKEN) && options.port === undefined;
    if (taken) return await startRedis(options);
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
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
      if (empty) rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      running = await launch(port, directory, options);
    },
  };
}

interface RunningRedis {
  readonly child: ChildProcess;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

async function launch(port: number, directory: string, options: RedisOptions): Promise<RunningRedis> {
  const program = process.env['FC_REDIS_SERVER'];
  if (program === undefined)
    throw new Error('FC_REDIS_SERVER is not set: it comes from test/support/global-setup.ts');
  const child = spawn(program, settingsFor(port, directory, options), {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const release = child.pid === undefined ? () => undefined : guardAgainstOrphan(child.pid, directory);
  void ended.then(release, release);
  await waitUntilReady(child, ended);
  return {
    child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill(signal);
      const escalation = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await ended;
      clearTimeout(escalation);
    },
  };
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

async function waitUntilReady(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.stdout === null) throw new Error('Redis was started without a pipe');
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (output.length < 50) output.push(line);
      if (line.includes(READY)) resolve();
    });
    const fail = () => {
      reject(new Error(`Redis ended before it was ready:\n${output.join('\n')}`));
    };
    ended.then(fail, reject);
  });
}
