import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { untilGone } from '../support/processes/is-alive.ts';
import { REPOSITORY } from '../support/repository/repository.ts';

/** Prints its process id and that of a child process, and keeps running. */
const STAYS = 'sleep 1000 & echo "pid $$"; echo "pid $!"; echo ready; wait';
const prints = (word: string) => `trap 'echo ${word}; exit' TERM; ${STAYS}`;
const STUBBORN = `trap '' TERM; ${STAYS}; wait`;

class Supervised {
  readonly lines: string[] = [];
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(
    programs: readonly {
      readonly name: string;
      readonly script: string;
      readonly quiet?: boolean;
      readonly readsConsole?: boolean;
      readonly timeoutMs?: number;
      readonly graceMs?: number;
    }[],
    input: 'ignore' | 'pipe' = 'ignore',
  ) {
    this.child = spawn(process.execPath, ['test/tools/supervise.mjs', JSON.stringify(programs)], {
      cwd: REPOSITORY,
      stdio: [input, 'pipe', 'pipe'],
    });
    this.#closed = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.lines.push(line));
    }
  }

  get pids(): number[] {
    return this.lines.flatMap((line) => /pid (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  }

  async untilReady(): Promise<void> {
    while (!this.lines.includes('all ready')) await new Promise(setImmediate);
  }

  /** @returns the exit code, or the signal */
  async end(): Promise<unknown> {
    await this.#closed;
    return this.child.exitCode ?? this.child.signalCode;
  }
}

describe('supervise', () => {
  let supervised: Supervised;

  afterEach(() => {
    supervised.child.kill('SIGKILL');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends everything on %s, the last one first',
    async (signal) => {
      supervised = new Supervised([
        { name: 'first', script: prints('bye from the first') },
        { name: 'second', script: prints('bye from the second') },
      ]);
      await supervised.untilReady();
      // npm forwards a signal that the terminal has already sent, so it arrives twice.
      supervised.child.kill(signal);
      supervised.child.kill(signal);
      expect(await supervised.end()).toBe(0);
      expect(supervised.lines.slice(-4)).toStrictEqual([
        'stopping',
        'second    | bye from the second',
        'first     | bye from the first',
        'all ended',
      ]);
      expect(supervised.pids).toHaveLength(4);
      await untilGone(supervised.pids);
    },
  );

  it('forwards typed lines to the program that reads them', async () => {
    const reads = 'echo ready; while read -r line; do echo "got $line"; done; sleep 1000';
    supervised = new Supervised(
      [
        { name: 'first', script: STAYS },
        { name: 'second', script: reads, readsConsole: true },
      ],
      'pipe',
    );
    await supervised.untilReady();
    supervised.child.stdin?.write('featurecontrol status\nhelp\n');
    await eventually(() => supervised.lines.includes('second    | got help'), { what: 'the second line' });
    expect(supervised.lines).toContain('second    | got featurecontrol status');
    // The end of the input stops nothing.
    supervised.child.stdin?.end();
    supervised.child.kill('SIGINT');
    expect(await supervised.end()).toBe(0);
  });

  it('kills programs that ignore SIGTERM', async () => {
    supervised = new Supervised([{ name: 'stubborn', script: STUBBORN, graceMs: 300 }]);
    await supervised.untilReady();
    supervised.child.kill('SIGINT');
    expect(await supervised.end()).toBe(0);
    await untilGone(supervised.pids);
  });

  it('leaves no process behind if it is killed itself', async () => {
    supervised = new Supervised([
      { name: 'first', script: STAYS },
      { name: 'stubborn', script: STUBBORN, graceMs: 300 },
    ]);
    await supervised.untilReady();
    supervised.child.kill('SIGKILL');
    expect(await supervised.end()).toBe('SIGKILL');
    expect(supervised.pids).toHaveLength(4);
    await untilGone(supervised.pids);
  });

  it('ends the others when one ends, and names that one', async () => {
    supervised = new Supervised([
      { name: 'first', script: STAYS },
      { name: 'mortal', script: 'echo "pid $$"; echo ready; exec sleep 1000' },
    ]);
    await supervised.untilReady();
    process.kill(supervised.pids.at(-1) ?? 0, 'SIGKILL');
    expect(await supervised.end()).toBe(1);
    expect(supervised.lines.at(-1)).toBe(
      'feature-control: the mortal was ended by SIGKILL: everything is stopped',
    );
    await untilGone(supervised.pids);
  });

  it('ends the others if one does not start, and shows the output of a quiet one', async () => {
    supervised = new Supervised([
      { name: 'first', script: STAYS },
      { name: 'broken', script: 'echo "no memory left"; exit 1', quiet: true },
    ]);
    expect(await supervised.end()).toBe(1);
    expect(supervised.lines.slice(-2)).toStrictEqual([
      'feature-control: the broken ended with exit code 1:',
      'no memory left',
    ]);
    await untilGone(supervised.pids);
  });

  it('does not wait indefinitely for a program to be ready', async () => {
    supervised = new Supervised([
      { name: 'sleeper', script: 'echo "pid $$"; exec sleep 1000', timeoutMs: 2000 },
    ]);
    expect(await supervised.end()).toBe(1);
    expect(supervised.lines.at(-1)).toBe('feature-control: the sleeper is not ready after 2 s');
    await untilGone(supervised.pids);
  });

  it('stops while one is still starting', async () => {
    supervised = new Supervised([{ name: 'slow', script: 'echo "pid $$"; exec sleep 1000' }]);
    while (supervised.pids.length === 0) await new Promise(setImmediate);
    supervised.child.kill('SIGINT');
    expect(await supervised.end()).toBe(0);
    await untilGone(supervised.pids);
  });
});
