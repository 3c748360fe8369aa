import { describe, expect, it } from '@jest/globals';
import { formatTime } from '../../../admin/cli/output.ts';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { createCli, useCli } from './run-cli.ts';

const HEADER = 'format: feature-control/blocklists\nversion: 1\n';
const LATER = `${new Date().getUTCFullYear() + 1}-05-01T18:00:00.000Z`;

/** Names that terminals, YAML or readers may misinterpret. */
const HOSTILE = [
  '<img onerror=x>',
  '\u202egnp',
  'a\u200bb',
  '"',
  '\\',
  "it's",
  'a: b',
  '- x',
  '#x',
  '',
  ' lead',
  '§c',
  '{',
  '&a',
  '*a',
  '!x',
  '%',
  '@',
  '`',
  'true',
  'null',
  '12',
  '1e3',
  '0x1',
  '~',
  '2026-01-01',
  '😀',
  '\u{e0001}',
];

const { blocked, json, keys, redis, run, write: writeFile } = useCli();

const write = (text: string): string => writeFile('lists.yaml', text);

describe('feature-control export and import', () => {
  it('print all lists, and restore them unchanged', async () => {
    const names = HOSTILE.filter((name) => name !== '');
    await redis.sadd(keys.blocklistKey(GLOBAL_LIST), ...names);
    await redis.sadd(keys.blocklistKey(clientList('a: "b"')), 'fly');
    const timed = [Date.parse(LATER) + 123, 'zoom', 'inf', 'for-ever', 1, 'over'];
    await redis.zadd(keys.timedBlocklistKey(GLOBAL_LIST), ...timed);
    await redis.zadd(keys.timedBlocklistKey(clientList('only-ended')), 1, 'over');
    const { out, err } = await run('export');
    expect(out.join('')).not.toMatch(/[\p{Cf}\p{Cc}]/u);
    expect(err).toEqual([`Exported 2 lists with ${names.length + 3} features.`]);
    const other = createCli();
    const path = write(`${out.join('\n')}\n`);
    const imported = await other.run('import', path, '--reason', 'moved');
    const revert = expect.stringMatching(/^To revert all of it: feature-control undo [0-9a-f]{12}$/);
    expect(imported).toMatchObject({ code: 0, err: ['2 lists changed, 0 unchanged.', revert] });
    expect(await other.json('list')).toEqual(await json('list'));
    expect((await other.run('export')).out.slice(1)).toEqual(out.slice(1));
    expect(await other.json('history')).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ list: 'global', actor: 'tester', reason: 'moved' }),
      ]) as unknown,
    });
  });

  it('warns about a key of the wrong type, and ignores it', async () => {
    await redis.set(keys.blocklistKey(clientList('broken')), 'x');
    await run('block', 'fly');
    const { code, out, err } = await run('export');
    expect([code, out.at(-1)]).toEqual([0, '  - fly']);
    expect(err[0]).toContain('client:broken has the wrong type and is ignored: see doctor');
  });

  it('warns about timed blocks that have already ended, and skips them', async () => {
    const until = '{zoom: 2020-05-01T18:00:00.000Z, map: 2020-05-01T18:00:00.000Z}';
    const path = write(`${HEADER}---\nlist: global\nblocked: [fly]\nuntil: ${until}\n`);
    const { code, err } = await run('import', path);
    expect([code, err[0]]).toEqual([0, 'global: skipped 2 timed blocks that have already ended.']);
    expect(await redis.exists(keys.timedBlocklistKey(GLOBAL_LIST))).toBe(0);
  });

  it('shows what would change, and writes nothing, with --dry-run; empties other lists with --prune', async () => {
    await run('block', 'fly', 'zoom');
    await run('block', 'map', '--client', 'my-mod');
    const path = write(`${HEADER}---\nlist: global\nblocked: [fly, radar]\nuntil: {zoom: ${LATER}}\n`);
    const dry = await run('import', path, '--dry-run', '--prune');
    expect(dry.out).toEqual([
      '--- global',
      '+ radar',
      '- zoom',
      `+ zoom  until ${formatTime(Date.parse(LATER))}`,
      '--- client:my-mod',
      '- map',
    ]);
    expect(dry.err.at(-1)).toBe('This was a dry run, and nothing was written.');
    expect(await blocked()).toEqual(['fly', 'zoom']);
    expect((await run('import', path, '--prune')).out[0]).toBe('global: 2 added, 1 removed, 3 features now.');
    expect(await redis.exists(keys.blocklistKey(clientList('my-mod')))).toBe(0);
  });

  it('ends --check with 3 if Redis differs from the file, with 0 if not, and writes nothing', async () => {
    await run('block', 'fly');
    const path = write(`${HEADER}---\nlist: global\nblocked: [radar]\n`);
    const differs = await run('import', path, '--check');
    expect(differs).toMatchObject({ code: 3, out: ['--- global', '- fly', '+ radar'] });
    expect(differs.err.at(-1)).toBe('feature-control: Redis differs from the file.');
    expect(await blocked()).toEqual(['fly']);
    await run('import', path);
    expect(await run('import', path, '--check')).toMatchObject({ code: 0, out: [] });
    await run('block', 'map', '--client', 'my-mod');
    expect((await run('import', path, '--check')).code).toBe(0);
    expect((await run('import', path, '--check', '--prune', '--json')).code).toBe(3);
  });

  it.each([
    ['servers:\n  a: {}\n', '1: format: This is not a file of blocklists'],
    ['', '1: format: This is not a file of blocklists'],
    [`${HEADER}---\nlist: global\nblokced: [a]\n`, '5: Unknown key blokced: did you mean blocked?'],
    [`${HEADER}---\nlist: everyone\n`, '4: list: It must be global, client:<client> or server:<server>.'],
    [
      `${HEADER}---\nlist: global\nblocked:\n  - a\n  - 12\n`,
      '7: blocked[1]: It must be a string; put it in quotes.',
    ],
    [
      `${HEADER}---\nlist: global\nblocked: ["a\\u0007"]\n`,
      '5: blocked[0]: The name of a feature cannot have control',
    ],
    [`${HEADER}---\nlist: global\nuntil: {a: soon}\n`, '5: until.a: Write a date'],
    [`${HEADER}---\nlist: global\n---\nlist: global\n`, '6: list: global is in the file more than once.'],
    [
      `${HEADER}---\nlist: global\nuntil: {a: 2030-01-01T00:00Z, a: 2031-01-01T00:00Z}\n`,
      '5: Map keys must be unique.',
    ],
    [`${HEADER}---\nlist: [\n`, '5: '],
    ['format: feature-control/blocklists\nversion: 2\n', '2: version: It must be 1.'],
  ])('refuses %j with line and field, and writes nothing', async (text, problem) => {
    await run('block', 'fly');
    const { code, out, err } = await run('import', write(text));
    expect([code, out, err.at(-1)]).toEqual([2, [], 'feature-control: nothing was written']);
    expect(err[0]).toContain(`lists.yaml:${problem}`);
    expect(await blocked()).toEqual(['fly']);
  });

  it('make the list that of one file, if two files are imported at the same time [G72]', async () => {
    const lists = ['[b, c]', '[a, d]', '[]'].map((names, index) =>
      writeFile(`${index}`, `${HEADER}---\nlist: global\nblocked: ${names}\n`),
    );
    for (let round = 0; round < 10; round += 1) {
      await redis.sadd(keys.blocklistGlobal, 'a', 'b');
      const [first = '', second = '', empty = ''] = lists;
      const imports = [run('import', first), run('import', second)];
      expect(await Promise.all(imports)).toMatchObject([{ code: 0 }, { code: 0 }]);
      expect(['b,c', 'a,d']).toContain((await blocked()).join());
      await run('import', empty);
    }
  });
});
