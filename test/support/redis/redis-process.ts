import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { guardAgainstOrphan } from '../../../tools/processes/orphan-guard.mjs';

const READY = 'Ready to accept connections';
const STOP_GRACE_MS = 3000;

export interface RunningRedis {
  readonly child: ChildProcess;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts a Redis server or Sentinel.
 * @param args in the form of Redis's command line
 * @param directory used only by this process; removed when the tests are killed
 * @param ready text of the log line that reports readiness
 */
export async function launchRedis(
  args: readonly string[],
  directory: string,
  ready = READY,
): Promise<RunningRedis> {
  const program = process.env['FC_REDIS_SERVER'];
  if (program === undefined)
    throw new Error('FC_REDIS_SERVER is not set: it comes from test/support/jest/global-setup.ts');
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const release = child.pid === undefined ? () => undefined : guardAgainstOrphan(child.pid, directory);
  void ended.then(release, release);
  await waitUntilReady(child, ended, ready);
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

async function waitUntilReady(child: ChildProcess, ended: Promise<unknown>, ready: string): Promise<void> {
  if (child.stdout === null) throw new Error('Redis was started without a pipe');
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (output.length < 50) output.push(line);
      if (line.includes(ready)) resolve();
    });
    const fail = () => {
      reject(new Error(`Redis ended before it was ready:\n${output.join('\n')}`));
    };
    ended.then(fail, reject);
  });
}
