import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.ts';

const run = (tool: string, ...args: string[]) => runProgram([`tools/${tool}.mjs`, ...args], process.env);

describe('npm run chaos and npm run soak', () => {
  it.each([
    ['chaos', '--seconds'],
    ['soak', '--minutes'],
  ])('explain themselves: %s', async (tool, option) => {
    expect(await run(tool, '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining(option) });
  });

  it.each([
    ['chaos', ['--fast'], /Unknown option '--fast'/],
    ['chaos', ['--seconds', 'few'], /--seconds must be a number, 3 or more/],
    ['soak', ['--minutes', '0'], /--minutes must be a number, more than 0/],
    ['soak', ['--seed', 'x'], /--seed must be a whole number/],
  ])('refuse what they do not know: %s %j', async (tool, args, reason) => {
    expect(await run(tool, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
  });
});
