import { describe, expect, it } from '@jest/globals';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import type { ChangeBody } from '../../../shared/rest/blocklist-edits.ts';
import { useCli } from './run-cli.ts';

const HEADER = 'format: feature-control/blocklists\nversion: 1\n';
const MY_MOD = clientList('my-mod');

const { answering, blocked, json, redis, run, write } = useCli();

const changesOf = async (...options: string[]): Promise<readonly ChangeBody[]> =>
  (await json('history', ...options))['changes'] as readonly ChangeBody[];

it('feature-control history shows actor and reason of each change, also of a new reason alone', async () => {
  await run('block', 'fly', 'zoom', '--reason', 'tournament', '--as', 'anna');
  await run('block', 'zoom', '--client', 'my-mod');
  expect((await run('block', 'fly', '--reason', 'rule 7')).out).toEqual([
    'fly is blocked already for every client. The reason was changed.',
  ]);
  expect((await run('block', 'fly', '--reason', 'rule 7')).out).toEqual([
    'fly is blocked already for every client.',
  ]);
  const rows = (await run('history')).out.map((line) => line.split(/ {2,}/).slice(2));
  expect(rows).toEqual([
    ['list', 'feature', 'change', 'by', 'with', 'reason'],
    ['global', 'fly', 'new reason', 'tester', 'command-line', 'rule 7'],
    ['client:my-mod', 'zoom', 'free → blocked', 'tester', 'command-line'],
    ['global', 'fly, zoom', 'free → blocked', 'anna', 'command-line', 'tournament'],
  ]);
  await run('block', 'fly', 'map', '--reason', 'season 3');
  expect((await run('history', '--most', '1')).out[1]).toContain('fly, map  new reason; free → blocked');
  expect(await changesOf('--feature', 'zoom', '--actor', 'anna')).toMatchObject([{ total: 2 }]);
  expect(await changesOf('--client', 'my-mod')).toHaveLength(1);
});

describe('feature-control undo and redo', () => {
  it('revert one change after the other, and back, each with all of its features', async () => {
    await run('block', 'fly', 'zoom');
    await run('block', 'map', '--client', 'my-mod');
    const [, first] = await changesOf();
    // There is nothing to revert in a change of the reason.
    await run('block', 'map', '--client', 'my-mod', '--reason', 'rule', '7');
    expect((await run('undo')).out).toEqual(['client:my-mod: map blocked → free.']);
    expect((await run('undo', '--reason', 'mistake')).out).toEqual(['global: fly, zoom blocked → free.']);
    expect(await changesOf('--most', '1')).toMatchObject([{ undoes: [first?.id], reason: 'mistake' }]);
    expect(await run('undo')).toMatchObject({
      code: 1,
      err: ['feature-control: there is no change to undo'],
    });
    expect((await run('redo')).out).toEqual(['global: fly, zoom free → blocked.']);
    expect((await run('redo')).out).toEqual(['client:my-mod: map free → blocked.']);
    expect(await run('redo')).toMatchObject({
      code: 1,
      err: ['feature-control: there is no change to redo'],
    });
    expect([await blocked(), await blocked(MY_MOD)]).toEqual([['fly', 'zoom'], ['map']]);
    // A change that was redone can be undone again.
    expect((await run('undo', first?.id ?? '')).code).toBe(0);
    expect(await blocked()).toEqual([]);
  });

  it('revert nothing if an entry has changed since, and name each', async () => {
    await run('block', 'fly', 'map', 'zoom');
    const [change] = await changesOf();
    await run('unblock', 'fly', '--as', 'anna');
    await run('block', 'map', '--for', '1h', '--as', 'anna');
    const { code, err } = await run('undo', change?.id ?? '');
    // What is as it was before already is no conflict.
    expect([code, ...err]).toEqual([
      1,
      expect.stringMatching(
        /^feature-control: global: map has changed since: it is until .*, by anna at .*\. Nothing was undone\.$/,
      ),
    ]);
    expect(await blocked()).toEqual(['zoom']);
    expect((await run('undo', '1-0-x')).err[0]).toMatch(/no change 1-0-x is recorded/);
  });

  it('ask on a terminal before they revert a change of somebody else, unless --yes is given', async () => {
    await run('block', 'fly', '--as', 'anna');
    expect(await answering('', 'undo')).toMatchObject({
      code: 1,
      err: ['feature-control: nothing was changed'],
      questions: [expect.stringMatching(/^Undo the change of global fly by anna at .*\? \[y\/N\]$/)],
    });
    expect(await answering('y', 'undo')).toMatchObject({ code: 0 });
    await run('block', 'zoom', '--as', 'anna');
    expect(await answering('', 'undo', '--yes')).toMatchObject({ code: 0, questions: [] });
    await run('block', 'zoom');
    expect(await answering('', 'undo')).toMatchObject({ code: 0, questions: [] });
  });

  it('revert an import of several lists, one of them large, by its common id', async () => {
    await run('block', 'old', 'kept');
    const names = Array.from({ length: 1500 }, (_, index) => `f-${index}`);
    const lists = `list: global\nblocked: [kept, new]\n---\nlist: client:my-mod\nblocked: [${names.join()}]\n`;
    const { batch, edits } = await json('import', write('lists.yaml', `${HEADER}---\n${lists}`));
    expect(edits).toMatchObject([{ list: 'global' }, { list: 'client:my-mod', changes: { length: 1500 } }]);
    expect((await run('history', '--most', '1')).out[1]).toContain(`part of ${String(batch)}`);
    const { out } = await run('undo', String(batch));
    expect(out).toEqual([
      expect.stringMatching(/^client:my-mod: .* and 995 more blocked → free\.$/),
      expect.stringMatching(/^client:my-mod: .* and 495 more blocked → free\.$/),
      'global: new, old blocked → free; free → blocked.',
    ]);
    expect([await blocked(), await blocked(MY_MOD)]).toEqual([['kept', 'old'], []]);
  });
});

describe('feature-control rollback', () => {
  it('shows and reverts the changes of an actor, and keeps what was changed otherwise since', async () => {
    await run('block', 'fly', 'map', 'zoom', '--as', 'anna');
    await run('block', 'radar', '--client', 'my-mod', '--as', 'anna');
    await run('unblock', 'zoom', '--as', 'anna');
    await run('block', 'map', '--for', '1h');
    await run('block', 'mine');
    const preview = [
      '--- global, 2 changes',
      'fly: blocked → free',
      expect.stringMatching(/^map: until .* kept, as it was changed otherwise since$/),
      '--- client:my-mod, 1 change',
      'radar: blocked → free',
    ];
    const dry = await run('rollback', '--actor', 'anna', '--since', '1h', '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: [] });
    expect(dry.err).toEqual([...preview, 'This was a dry run, and nothing was written.']);
    expect(await blocked()).toEqual(['fly', 'mine']);
    const refused = await answering('n', 'rollback', '--actor', 'anna');
    expect([refused.code, refused.questions]).toEqual([1, ['Revert 3 changes of 2 lists by anna? [y/N]']]);
    expect(await run('rollback', '--actor', 'anna', '--reason', 'broken')).toMatchObject({
      code: 0,
      out: ['global: fly blocked → free.', 'client:my-mod: radar blocked → free.'],
      err: preview,
    });
    expect([await blocked(), await blocked(MY_MOD)]).toEqual([['mine'], []]);
    const [ofGlobal] = await changesOf('--global');
    expect(ofGlobal).toMatchObject({ actor: 'tester', reason: 'broken', undoes: { length: 2 } });
  });

  it('reverts what was changed since a time, and nothing if all was changed otherwise', async () => {
    await run('block', 'early');
    const [first] = await changesOf();
    // By the clock of Redis, which dates the changes.
    const untilNext = async (): Promise<number> => {
      for (;;) {
        const [seconds, micros] = await redis.time();
        const nowMs = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
        if (nowMs > (first?.at ?? 0)) return nowMs;
      }
    };
    const since = new Date(await untilNext()).toISOString();
    await run('block', 'late', 'later', '--as', 'anna');
    await run('block', 'late', 'later', '--for', '1h', '--as', 'bert');
    const kept = await run('rollback', '--since', since, '--actor', 'anna');
    expect(kept).toMatchObject({ code: 0, out: ['global: it is already as it was before.'] });
    expect((await run('rollback', '--since', since)).code).toBe(0);
    expect((await run('list')).out).toEqual(['feature  until  by      reason', 'early           tester']);
    expect(await run('rollback', '--actor', 'nobody')).toMatchObject({
      code: 1,
      err: ['feature-control: there is no such change'],
    });
    expect(await run('rollback')).toMatchObject({
      code: 2,
      err: ['feature-control: Give --actor or --since, or both.'],
    });
  });
});
