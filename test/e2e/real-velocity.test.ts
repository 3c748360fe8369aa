import { describe, expect, it } from '@jest/globals';
import { describeResults } from '../../tools/test/e2e/describe-results.mjs';
import { findProblems } from '../../tools/test/e2e/log-problems.mjs';
import { runProgram } from '../support/processes/run-program.ts';

const TOOL = 'tools/test/e2e.mjs';
const run = (velocityJar: string, ...args: string[]) =>
  runProgram([TOOL, ...args], { ...process.env, VELOCITY_JAR: velocityJar });

describe('npm run e2e', () => {
  it('prints what to provide, and counts as skipped, without a Velocity jar', async () => {
    expect(await run('')).toStrictEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^skipped: .*\n\n {2}VELOCITY_JAR=\/path\/to\/velocity\.jar npm run e2e\n$/,
      ),
      stderr: '',
    });
  });

  it('reports in one line that a file is not a Velocity jar, or does not exist', async () => {
    expect(await run('/nowhere.jar')).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'feature-control: VELOCITY_JAR=/nowhere.jar: there is no such file\n',
    });
    expect(await run('package.json')).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: 'feature-control: VELOCITY_JAR=package.json is not a Velocity\n',
    });
  });

  it('prints its help, and rejects unknown options', async () => {
    expect(await run('', '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run e2e'),
    });
    expect(await run('', '--fast')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("Unknown option '--fast'"),
    });
  });

  it('prints its results as a table, with the reason of each result that is not ok', () => {
    const [join, ask] = [
      { name: 'join', title: 'lets in' },
      { name: 'ask', title: 'answers' },
    ];
    const ok = { outcome: 'ok', reason: '' } as const;
    const old = { outcome: 'not applicable', reason: 'too old' } as const;
    const table = describeResults([
      {
        version: '1.8.8',
        results: [
          { check: join, ...ok },
          { check: ask, ...old },
        ],
      },
      {
        version: '1.9',
        results: [
          { check: join, ...ok },
          { check: ask, ...old },
        ],
      },
      {
        version: '1.20.4',
        results: [
          { check: join, outcome: 'failed', reason: 'no' },
          { check: ask, ...ok },
        ],
      },
    ]);
    expect(table).toBe(
      [
        '        join    ask',
        '1.8.8   ok      –',
        '1.9     ok      –',
        '1.20.4  FAILED  ok',
        '',
        '  join       lets in',
        '  ask        answers',
        '',
        '  – ask: too old (1.8.8, 1.9)',
        '  FAILED join: no (1.20.4)',
      ].join('\n'),
    );
  });

  it('finds only the problems of the plugin in the log of the proxy', () => {
    const problems = [
      '[10:00:00 ERROR] [feature-control]: Unexpected error in the script',
      '[10:00:00 WARN] [feature-control]: Redis is gone',
      'java.lang.IllegalStateException: at io.github.featurecontrol.Bridge',
    ];
    const otherLines = [
      '[10:00:00 INFO] [feature-control]: feature-control is ready',
      '[10:00:00 WARN]: Not ours',
    ];
    expect(findProblems([...otherLines, ...problems])).toStrictEqual(problems);
  });
});
