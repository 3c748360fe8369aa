import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../../../admin/cli/command-context.ts';
import { formatTime } from '../../../admin/cli/output.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { useCli } from './run-cli.ts';

const { answering, beat, blocked, environment, json, keys, redis, run, runWith, write } = useCli();

const redisNowMs = async (): Promise<number> => Number((await redis.time())[0]) * 1000;

describe('feature-control block and unblock', () => {
  it('write the sets that redis-cli would, for every client, one mod, or one game server', async () => {
    expect(await run('block', 'fly', 'zoom', 'fly')).toMatchObject({
      code: 0,
      out: ['Blocked fly for every client.', 'Blocked zoom for every client.'],
    });
    await run('block', 'map', '--client', 'my-mod');
    await run('block', 'map', '--server', 'lobby');
    expect(await blocked()).toEqual(['fly', 'zoom']);
    expect(await blocked(clientList('my-mod'))).toEqual(['map']);
    expect(await blocked(serverList('lobby'))).toEqual(['map']);
    expect((await run('block', 'fly')).out).toEqual(['fly is blocked already for every client.']);
    expect((await run('unblock', 'fly')).out).toEqual(['Unblocked fly for every client.']);
    expect((await run('unblock', 'fly')).out).toEqual(['fly is not blocked for every client.']);
    expect(await blocked()).toEqual(['zoom']);
  });

  it('list the mods in which unblocking takes effect later, if a proxy has enabled their bridge', async () => {
    const LATER =
      'In Marlow’s Crystal Optimizer unblocking takes effect after the player has restarted the game.';
    const features = ['crystal-optimizer', 'zoom'];
    await run('block', ...features);
    await beat('one', { bridges: '{"xaero":1,"marlow":0}' });
    expect(await run('unblock', ...features)).toMatchObject({
      out: ['Unblocked crystal-optimizer for every client.', 'Unblocked zoom for every client.'],
      err: [LATER],
    });
    await run('block', 'crystal-optimizer');
    expect((await run('undo')).err).toEqual([LATER]);
    expect((await run('undo')).err).toEqual([]);
    const empty = 'format: feature-control/blocklists\nversion: 1\n---\nlist: global\nblocked: []\n';
    const path = write('empty.yaml', empty);
    expect((await run('import', path)).err.at(-1)).toBe(LATER);
  });

  it('block for a time or until one, by the clock of Redis', async () => {
    const beforeMs = await redisNowMs();
    await run('block', 'fly', '--for', '2h30m');
    const key = keys.timedBlocklistKey(GLOBAL_LIST);
    const leftMs = Number(await redis.zscore(key, 'fly')) - beforeMs;
    expect(Math.abs(leftMs - 9_000_000)).toBeLessThan(60_000);
    const nextYear = new Date().getUTCFullYear() + 1;
    const until = `${nextYear}-05-01T18:00Z`;
    // The clock of this machine is ahead.
    await runWith({ nowMs: () => Date.UTC(nextYear + 1) }, 'block', 'zoom', '--until', until);
    expect(Number(await redis.zscore(key, 'zoom'))).toBe(Date.UTC(nextYear, 4, 1, 18));
    expect((await run('list')).out).toEqual([
      expect.stringMatching(/^feature {2}until +by +reason$/),
      expect.stringMatching(/^fly {6}\d{4}-.* {2}tester$/),
      `zoom     ${formatTime(Date.UTC(nextYear, 4, 1, 18))}  tester`,
    ]);
    expect((await run('block', 'map', '--until', 'tomorrow', '9:00')).code).toBe(0);
    const tomorrow = new Date(await redisNowMs());
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(9, 0, 0, 0);
    expect(Number(await redis.zscore(key, 'map'))).toBe(tomorrow.getTime());
  });

  it('name the state before if a block ends earlier than it did', async () => {
    await run('block', 'fly');
    const [earlier] = (await run('block', 'fly', '--for', '2h')).out;
    expect(earlier).toMatch(/\. Before: blocked\.$/);
    expect((await run('block', 'fly', '--for', '3h')).out[0]).not.toContain('Before');
  });

  it.each([
    [['block', ''], 'feature: The name of a feature cannot be empty.'],
    [['block', 'ok', 'fly', '--reason', 'a\nb'], 'reason: A reason cannot have control characters'],
    [['block', 'fly', '--until', '2020-01-01T00:00'], 'That time is in the past.'],
    [['block', 'fly', '--until', 'tomorrow'], 'Write a date such as'],
    [['block', 'fly', '--for', '30'], 'Write a duration such as'],
    [['block', 'fly', '--as', ''], '--as must have 1 to 128 characters'],
    [['block', 'fly', '--for', '1h', '--until', '2999-01-01'], 'cannot be used with'],
    [['import', 'no-such.yaml'], 'no-such.yaml cannot be read: there is no such file'],
    [['block'], "missing required argument 'feature'"],
    [['block', 'fly', '--no-such-option'], "unknown option '--no-such-option'"],
    [['blok', 'fly'], 'Did you mean block?'],
  ])('refuse %j with exit code 2, and write nothing', async (args, problem) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(out).toEqual([]);
    expect(err.join('\n')).toContain(problem);
    expect(await redis.keys(`${environment.KEY_PREFIX}*`)).toEqual([]);
  });

  it('take no word of an unquoted text as a feature, and refuse a name behind it', async () => {
    await run('block', 'fly', '--reason', 'too', 'fast', '--as', 'Anna', 'Smith');
    expect(await blocked()).toEqual(['fly']);
    expect(await json('history')).toMatchObject({ changes: [{ reason: 'too fast', actor: 'Anna Smith' }] });
    const refused = [
      ['block', '--reason', 'too', 'fast', 'zoom'],
      ['block', 'zoom', '--reason', 'too fast', 'map'],
      ['block', 'zoom', '--reason=too fast', 'map'],
      ['block', 'zoom', '--reason', '--client', 'my-mod'],
      ['block', 'zoom', '--for', '30m', 'because', 'of', 'lag'],
      ['block', 'zoom', '--client', 'my', 'mod'],
      ['undo', '--reason', 'wrong', '1767225600000-0-1k2j3h4'],
    ];
    for (const args of refused) {
      const { code, err } = await run(...args);
      expect([args, code]).toEqual([args, 2]);
      expect(err.join('\n')).toMatch(/Usage: feature-control (?:block|undo)|write the id before|Write a /);
    }
    expect(await blocked()).toEqual(['fly']);
    expect((await run('block', '--for', '2h', '30m', 'zoom', '--client', 'my-mod')).code).toBe(0);
    expect(await blocked()).toEqual(['fly']);
  });

  it('suggest a similar name that mods have sent, and accept the given one nevertheless', async () => {
    await redis.zadd(keys.catalogueFeatures, 1, 'minimap');
    await redis.zadd(keys.catalogueClients, 1, 'my-mod');
    const { code, err } = await run('block', 'minmap', '--client', 'mymod');
    expect(code).toBe(0);
    expect(err).toEqual([
      'No mod has recently requested the feature minmap: did you mean minimap?',
      'No mod with the identifier mymod has sent a request recently: did you mean my-mod?',
    ]);
    expect(await blocked(clientList('mymod'))).toEqual(['minmap']);
    expect((await run('block', 'minimap', 'minimap.cave-mode')).err).toEqual([]);
    expect((await run('block', 'minimap', 'my-mod')).err).toEqual([
      'my-mod is a mod that has sent requests. To edit its list, use --client my-mod.',
    ]);
    expect((await run('unblock', 'minmap')).err).toEqual(['Did you mean minimap?']);
  });

  it('ask on a terminal before they block the name of a mod, or one with commas', async () => {
    await redis.zadd(keys.catalogueFeatures, 1, 'minimap');
    await redis.zadd(keys.catalogueClients, 1, 'my-mod');
    expect(await answering('', 'block', 'fly', 'my-mod', 'a,b')).toEqual({
      code: 1,
      out: [],
      err: [
        'my-mod is a mod that has sent requests. To edit its list, use --client my-mod.',
        'a,b is one name, as it has no space: did you mean a b?',
        'feature-control: nothing was changed',
      ],
      questions: ['Block my-mod and a,b nevertheless, as features? [y/N]'],
    });
    expect(await blocked()).toEqual([]);
    expect(await answering('y', 'block', 'my-mod')).toMatchObject({ code: 0, questions: { length: 1 } });
    for (const args of [
      ['a,b', '--yes'],
      ['minimap', 'minmap'],
    ])
      expect(await answering('', 'block', ...args)).toMatchObject({ code: 0, questions: [] });
    expect(await blocked()).toEqual(['a,b', 'minimap', 'minmap', 'my-mod']);
  });
});

describe('feature-control list', () => {
  it('shows who blocked each feature and why, in natural order, and names the other lists', async () => {
    await run('block', 'zone10', 'zone2', '--reason', 'rule 7', '--as', 'anna');
    await run('block', 'zone2', '--reason', 'rule 8');
    await redis.sadd(keys.blocklistKey(GLOBAL_LIST), 'direct');
    await run('block', 'map', '--client', 'my-mod');
    await run('block', 'map', '--server', 'lobby');
    expect(await run('list')).toEqual({
      code: 0,
      out: [
        'feature  until  by      reason',
        'direct',
        'zone2           tester  rule 8',
        'zone10          anna    rule 7',
      ],
      err: ['2 more lists: client:my-mod, server:lobby (see --client and --server)'],
    });
    expect(await run('list', '--client', 'my-mod')).toMatchObject({ err: [] });
  });

  it('suggests what was probably meant', async () => {
    await redis.zadd(keys.catalogueClients, 1, 'my-mod');
    expect(await run('list', 'my-mod')).toEqual({
      code: 2,
      out: [],
      err: ['feature-control: list takes no name: did you mean --client my-mod or --server my-mod?'],
    });
    expect((await run('list', '--client', 'mymod')).err).toEqual([
      'Nothing is blocked for mymod.',
      'No mod with the identifier mymod has sent a request recently: did you mean my-mod?',
    ]);
  });
});

describe('feature-control check', () => {
  it('answers as the plugin would, and names the entry that decides', async () => {
    await run('block', 'fly');
    await run('block', 'zoom', '--client', 'my-mod', '--for', '1h');
    await run('block', 'map', '--server', 'lobby');
    const answer = await json('check', 'my-mod', 'fly', 'zoom', 'map', 'free', '--server', 'lobby');
    expect(answer).toMatchObject({
      blocklist: ['fly', 'zoom', 'map'],
      features: [
        { outcome: 'blocked', entries: [{ list: 'global', feature: 'fly', blocked: true }] },
        { outcome: 'blocked', entries: [{ list: 'client:my-mod', until: expect.any(Number) }] },
        { outcome: 'blocked', entries: [{ list: 'server:lobby' }] },
        { outcome: 'free', entries: [] },
      ],
    });
    expect(await json('check', 'my-mod', 'map')).toMatchObject({ blocklist: [] });
    expect((await run('check', 'my-mod', 'fly')).out[1]).toBe('fly      blocked  global');
  });

  it('names a list of a game server that no running proxy applies, as block does', async () => {
    await beat('1', { serverScopes: 0 });
    const warning = [expect.stringMatching(/^No running proxy applies the lists of game servers: /)];
    expect((await run('block', 'fly', '--server', 'lobby')).err).toEqual(warning);
    expect((await run('check', 'my-mod', 'fly', '--server', 'lobby')).err).toEqual(warning);
    await beat('2', { serverScopes: 1 });
    expect((await run('check', 'my-mod', 'fly', '--server', 'lobby')).err).toEqual([]);
  });
});

it('the list of a game server is refused under a name that proxies write in another case, unless it is emptied', async () => {
  const servers = JSON.stringify(['Lobby', 'arena']);
  await beat('1', { serverScopes: 1, servers });
  const refused = ['feature-control: The proxies call this server Lobby.'];
  expect(await run('block', 'fly', '--server', 'lobby')).toEqual({ code: 2, out: [], err: refused });
  expect(await run('unblock', 'fly', '--server', 'lobby')).toMatchObject({ code: 2, err: refused });
  await redis.sadd(keys.blocklistKey(serverList('lobby')), 'fly');
  expect(await run('unblock', 'fly', '--server', 'lobby')).toMatchObject({ code: 0 });
  expect(await run('block', 'fly', '--server', 'Lobby')).toMatchObject({ code: 0, err: [] });
  expect(await run('block', 'fly', '--server', 'new')).toMatchObject({ code: 0 });
});

it('feature-control where shows the lists that block a feature, and until when', async () => {
  await run('block', 'fly', 'zoom');
  const until = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1);
  const date = new Date(until).toISOString();
  await run('block', 'fly', '--client', 'my-mod', '--until', date);
  expect((await run('where', 'fly')).out).toEqual([
    'list           until',
    'global',
    `client:my-mod  ${formatTime(until)}`,
  ]);
  expect((await run('where', 'map')).err).toEqual(['No list blocks map.']);
  await run('block', 'killaura', '--client', 'my-mod');
  expect((await run('where', 'KillAura')).err).toEqual([
    'No list blocks KillAura.',
    'Did you mean killaura?',
  ]);
});

it('feature-control clients shows mods with a list, and mods that have sent a request', async () => {
  await run('block', 'map', '--client', 'with-list');
  await redis.zadd(keys.catalogueClients, 1, 'has-asked');
  expect((await run('clients')).out).toEqual([
    'client     blocked  timed  requested recently',
    'has-asked  0        0      yes',
    'with-list  1        0      no',
  ]);
});

it('feature-control watch shows each change once, with actor and reason, and ends when it is interrupted', async () => {
  await run('block', 'before');
  const ended = new AbortController();
  const lines: string[] = [];
  const context: Partial<CommandContext> = {
    untilEnded: async () => void (await once(ended.signal, 'abort')),
    out: (line) => void lines.push(line),
  };
  const watching = runWith(context, 'watch');
  // The command listens once it reports a write.
  await eventually(async () => {
    await run('block', 'probe');
    await run('unblock', 'probe');
    return lines.length > 0;
  });
  await run('block', 'fly', '--reason', 'x\u202ey', '--as', 'anna');
  const line = await eventually(() => lines.find((each) => each.includes('fly')));
  expect(line).toMatch(/ {2}global fly free → blocked {2}by anna \(command-line\): x\u202ey$/);
  expect(lines.join('\n')).not.toContain('before');
  ended.abort();
  expect(await watching).toMatchObject({ code: 0 });
  expect(lines.filter((each) => each.includes('fly'))).toHaveLength(1);
});
