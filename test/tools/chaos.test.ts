import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.ts';

const run = (...args: string[]) => runProgram(['tools/chaos.mjs', ...args], process.env);

describe('npm run chaos', () => {
  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--seconds') });
  });

  it.each([
    [['--fast'], /Unknown option '--fast'/],
    [['--seconds', 'few'], /--seconds must be a number, 3 or more/],
  ])('refuses %j', async (args, reason) => {
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
  });
});
