import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';

describe.each([
  { program: 'fuzz', wrong: ['--packets', 'many'], message: '--packets must be a whole number' },
  { program: 'fuzz', wrong: ['--seed', '4294967296'], message: '--seed must be a whole number from 0 to' },
  { program: 'fuzz', wrong: ['--speed', '1'], message: '--speed' },
  { program: 'chaos', wrong: ['--fast'], message: "Unknown option '--fast'" },
  { program: 'chaos', wrong: ['--seconds', 'few'], message: '--seconds must be a number, 3 or more' },
  { program: 'attack', wrong: ['--hard'], message: "Unknown option '--hard'" },
  { program: 'attack', wrong: ['--seconds', '0'], message: '--seconds must be a number, 1 or more' },
  { program: 'soak', wrong: ['--minutes', '0'], message: '--minutes must be a number, more than 0' },
  { program: 'soak', wrong: ['--seed', 'x'], message: '--seed must be a whole number' },
  { program: 'advisories', wrong: ['--all'], message: "Unknown option '--all'" },
])('npm run $program', ({ program, wrong, message }) => {
  const run = (...args: string[]) => runProgram([`tools/${program}.mjs`, ...args], process.env);

  it('prints its help', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Exit code 0 if'),
    });
  });

  it(`rejects wrong usage: ${wrong.join(' ')}`, async () => {
    const { code, stdout, stderr } = await run(...wrong);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^feature-control: .*\n\nnpm run /);
    expect(stderr).toContain(message);
  });
});
