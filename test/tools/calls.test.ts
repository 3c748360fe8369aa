import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';

describe.each([
  { program: 'fuzz', wrong: ['--packets', 'many'], says: '--packets must be a whole number' },
  { program: 'fuzz', wrong: ['--seed', '4294967296'], says: '--seed must be a whole number from 0 to' },
  { program: 'fuzz', wrong: ['--speed', '1'], says: '--speed' },
  { program: 'chaos', wrong: ['--fast'], says: "Unknown option '--fast'" },
  { program: 'chaos', wrong: ['--seconds', 'few'], says: '--seconds must be a number, 3 or more' },
  { program: 'attack', wrong: ['--hard'], says: "Unknown option '--hard'" },
  { program: 'attack', wrong: ['--seconds', '0'], says: '--seconds must be a number, 1 or more' },
  { program: 'soak', wrong: ['--minutes', '0'], says: '--minutes must be a number, more than 0' },
  { program: 'soak', wrong: ['--seed', 'x'], says: '--seed must be a whole number' },
  { program: 'advisories', wrong: ['--all'], says: 'there is no --all here' },
])('npm run $program', ({ program, wrong, says }) => {
  const run = (...args: string[]) => runProgram([`tools/${program}.mjs`, ...args], process.env);

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Exit code 0 when'),
    });
  });

  it(`says so when it is called in the wrong way: ${wrong.join(' ')}`, async () => {
    const { code, stdout, stderr } = await run(...wrong);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^feature-control: .*\n\nnpm run /);
    expect(stderr).toContain(says);
  });
});
