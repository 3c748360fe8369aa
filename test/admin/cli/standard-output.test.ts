import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useBuiltProgram, useCli } from './run-cli.ts';

const PROGRAM = useBuiltProgram();
const LOST = 'feature-control: standard output could not be written completely: ';
const IDS = Array.from({ length: 50 }, (_, index) => `id-${index}`);

const { environment, json, run, write } = useCli();

/**
 * Runs the program in a shell, to its end.
 * @param script runs the program, which is `"$@"`, with another standard output than the pipe that nobody
 * reads
 */
async function runInShell(script: string, ...args: string[]) {
  const env = { ...process.env, ...environment, NO_COLOR: '1' };
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, PROGRAM, ...args], { env });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, stderr };
}

describe('standard output on a full disk', () => {
  it('is reported with one line and exit code 1, and does not end a command that writes', async () => {
    const lists = IDS.map((id) => `---\nlist: client:${id}\nblocked: [fly]\n`).join('');
    const path = write('lists.yaml', `format: feature-control/blocklists\nversion: 1\n${lists}`);
    const { code, stderr } = await runInShell('exec "$@" > /dev/full', 'import', path);
    expect([code, ...stderr.split('\n')]).toEqual([
      1,
      `${LOST}the disk is full`,
      '50 lists changed, 0 unchanged.',
      expect.stringMatching(/^To revert all of it: /),
      '',
    ]);
    expect((await json('clients'))['clients']).toHaveLength(IDS.length);
  });

  it('is reported within a line, too', async () => {
    await run('block', ...Array.from({ length: 200 }, (_, index) => `feature-${index}`));
    // One block of `ulimit` has 512 or 1024 bytes, less than the output.
    const script = `ulimit -f 1; exec "$@" > ${write('full', '')}`;
    expect(await runInShell(script, 'list', '--json')).toEqual({
      code: 1,
      stderr: `${LOST}the file would be too large\n`,
    });
  });

  it('is no success of export, or of dump', async () => {
    await run('block', 'fly');
    for (const command of [['export'], ['dump', '--out', '-']])
      expect(await runInShell('exec "$@" > /dev/full', ...command)).toEqual({
        code: 1,
        stderr: `${LOST}the disk is full\n`,
      });
  });
});

it('a dump leaves no file on a full disk', async () => {
  // As on a full disk, a part of the file is written.
  const [folder, script] = [dirname(write('any', '')), 'ulimit -f 1; exec "$@"'];
  const file = join(folder, 'dump.json');
  expect(await runInShell(script, 'dump', '--out', file)).toEqual({
    code: 1,
    stderr: `feature-control: ${file} cannot be written: the file would be too large\n`,
  });
  expect(existsSync(file)).toBe(false);
});

it('a command whose output nobody reads ends with exit code 0', async () => {
  await run('block', 'fly');
  expect(await runInShell('exec "$@"', 'export')).toMatchObject({ code: 0 });
});
