import { describe, expect, it } from '@jest/globals';
import { describeFigures } from '../../tools/measure/figures.mjs';
import { runProgram } from '../support/processes/run-program.ts';

const run = (...args: string[]) => runProgram(['tools/measure/bench.mjs', ...args], process.env);

describe('npm run bench', () => {
  it('prints its help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Suites: ') });
  });

  it('lists the suites if the name is unknown', async () => {
    expect(await run('speed')).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^feature-control: unknown suite speed\n(?:.*\n)*.*Suites: rest, plugin, network, scaling/,
      ),
    });
  });

  it.each([
    ['--only needs one suite: plugin', ['--only', 'check']],
    ['--only needs one suite: plugin', ['plugin', 'rest', '--only', 'check']],
    ['--only needs one suite: plugin', ['console', '--only', 'check']],
    ['the suite plugin has no measure others', ['plugin', '--only', 'others']],
  ])('runs nothing if %s', async (problem, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `feature-control: ${problem}`]);
  });

  it('prints figures with their targets', () => {
    const table = describeFigures([
      { name: 'answers', value: 81_234.5, target: { atLeast: 80_000 } },
      { name: 'wait', value: 2.345, unit: 'ms', target: { atMost: 2 } },
      { name: '… at night', value: 12.34, unit: 'ms' },
    ]);
    expect(table).toBe(
      [
        '| figure     | measured | target   |        |',
        '| ---------- | -------- | -------- | ------ |',
        '| answers    | 81,235   | ≥ 80,000 | met    |',
        '| wait       | 2.35 ms  | ≤ 2 ms   | MISSED |',
        '| … at night | 12.3 ms  |          |        |',
      ].join('\n'),
    );
  });
});
