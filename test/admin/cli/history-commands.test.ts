import { describe, expect, it } from '@jest/globals';
import { useCli } from './run-cli.ts';

const { json, run, runWith } = useCli();

describe('feature-control history and undo', () => {
  it('show actor and reason of each change, and revert the newest or the given one', async () => {
    await run('block', 'fly', '--reason', 'tournament', '--as', 'anna');
    await run('block', 'zoom', '--client', 'my-mod');
    const { changes } = await json('history');
    expect(changes).toMatchObject([
      { list: 'client:my-mod', feature: 'zoom', actor: 'tester', source: 'command-line', reason: null },
      { list: 'global', feature: 'fly', actor: 'anna', reason: 'tournament' },
    ]);
    const [, { id }] = changes as [unknown, { id: string }];
    expect((await run('undo')).out[0]).toMatch(
      /^Undone .*: client:my-mod zoom by tester at .*: blocked → free\.$/,
    );
    expect((await run('undo', id)).code).toBe(0);
    expect((await run('list')).err).toEqual(['Nothing is blocked for every client.']);
    const { changes: ofFly } = await json('history', '--feature', 'fly');
    expect(ofFly).toMatchObject([{ undoes: id }, { id }]);
  });

  it('undo nothing if the entry has changed since, or if the change does not exist', async () => {
    expect(await run('undo')).toMatchObject({
      code: 1,
      err: ['feature-control: no changes are recorded'],
    });
    await run('block', 'fly');
    const { changes } = (await json('history')) as { changes: { id: string }[] };
    await run('unblock', 'fly');
    const { code, err } = await run('undo', changes[0]?.id ?? '');
    expect([code, ...err]).toEqual([1, 'feature-control: the entry has changed since: it is free now']);
    expect((await run('undo', '1-0-x')).err[0]).toMatch(/no change 1-0-x is recorded/);
  });
});

describe('undo of a change of somebody else', () => {
  it('asks first on a terminal, unless --yes is given', async () => {
    await run('block', 'fly', '--as', 'anna');
    const questions: string[] = [];
    const undo = async (typed: string, ...options: string[]) => {
      const ask = async (question: string): Promise<string> => {
        questions.push(question);
        return await Promise.resolve(typed);
      };
      return await runWith({ ask }, 'undo', ...options);
    };
    expect(await undo('')).toMatchObject({ code: 1, err: ['feature-control: nothing was undone'] });
    expect(questions).toEqual([
      expect.stringMatching(/^Undo the change of global fly by anna at .*\? \[y\/N\]$/),
    ]);
    expect(await undo('y')).toMatchObject({ code: 0 });
    await run('block', 'zoom', '--as', 'anna');
    expect(await undo('', '--yes')).toMatchObject({ code: 0 });
    await run('block', 'zoom');
    expect(await undo('')).toMatchObject({ code: 0 });
    expect(questions).toHaveLength(2);
  });
});
