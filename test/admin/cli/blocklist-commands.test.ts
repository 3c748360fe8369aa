import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../../../admin/cli/command-context.ts';
import { formatTime } from '../../../admin/cli/output.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { useCli } from './run-cli.ts';

const suite = useCli();

const redisNowMs = async (): Promise<number> => Number((await suite.redis.time())[0]) * 1000;

describe('feature-control block and unblock', () => {
  it('write the sets that redis-cli would, for every client, one mod, or one game server', async () => {
    expect(await suite.cli.run('block', 'fly', 'zoom', 'fly')).toMatchObject({
      code: 0,
      out: ['Blocked fly for every client.', 'Blocked zoom for every client.'],
    });
    await suite.cli.run('block', 'map', '--client', 'my-mod');
    await suite.cli.run('block', 'map', '--server', 'lobby');
    expect((await suite.redis.smembers(suite.cli.keys.blocklistKey(GLOBAL_LIST))).sort()).toEqual([
      'fly',
      'zoom',
    ]);
    expect(await suite.redis.smembers(suite.cli.keys.blocklistKey(clientList('my-mod')))).toEqual(['map']);
    expect(await suite.redis.smembers(suite.cli.keys.blocklistKey(serverList('lobby')))).toEqual(['map']);
    expect((await suite.cli.run('block', 'fly')).out).toEqual(['fly is blocked already for every client.']);
    expect((await suite.cli.run('unblock', 'fly')).out).toEqual(['Unblocked fly for every client.']);
    expect((await suite.cli.run('unblock', 'fly')).out).toEqual(['fly is not blocked for every client.']);
    expect(await suite.redis.smembers(suite.cli.keys.blocklistKey(GLOBAL_LIST))).toEqual(['zoom']);
  });

  it('list the mods in which unblocking takes effect later, if a proxy has enabled their bridge', async () => {
    const LATER =
      'In Marlow’s Crystal Optimizer unblocking takes effect after the player has restarted the game.';
    const features = ['crystal-optimizer', 'zoom'];
    await suite.cli.run('block', ...features);
    const record = {
      kind: 'proxy',
      name: 'one',
      version: '1',
      health: 'ok',
      startedAt: 1,
      clock: 1,
      seenAt: 1,
    };
    await suite.redis.hset(`${suite.cli.keys.nodes}one`, { ...record, bridges: '{"xaero":1,"marlow":0}' });
    expect(await suite.cli.run('unblock', ...features)).toMatchObject({
      out: ['Unblocked crystal-optimizer for every client.', 'Unblocked zoom for every client.'],
      err: [LATER],
    });
    await suite.cli.run('block', 'crystal-optimizer');
    expect((await suite.cli.run('undo')).err).toEqual([LATER]);
    expect((await suite.cli.run('undo')).err).toEqual([]);
    const empty = 'format: feature-control/blocklists\nversion: 1\n---\nlist: global\nblocked: []\n';
    const path = suite.write('empty.yaml', empty);
    expect((await suite.cli.run('import', path)).err).toEqual(['1 list changed, 0 unchanged.', LATER]);
  });

  it('block for a time or until one, by the clock of Redis', async () => {
    const beforeMs = await redisNowMs();
    await suite.cli.run('block', 'fly', '--for', '2h30m');
    const key = suite.cli.keys.timedBlocklistKey(GLOBAL_LIST);
    const leftMs = Number(await suite.redis.zscore(key, 'fly')) - beforeMs;
    expect(Math.abs(leftMs - 9_000_000)).toBeLessThan(60_000);
    const nextYear = new Date().getUTCFullYear() + 1;
    const until = `${nextYear}-05-01T18:00Z`;
    // The clock of this machine is ahead.
    await suite.cli.runWith({ nowMs: () => Date.UTC(nextYear + 1) }, 'block', 'zoom', '--until', until);
    expect(Number(await suite.redis.zscore(key, 'zoom'))).toBe(Date.UTC(nextYear, 4, 1, 18));
    expect((await suite.cli.run('list')).out).toEqual([
      'feature  until',
      expect.stringMatching(/^fly {6}\d{4}-/),
      `zoom     ${formatTime(Date.UTC(nextYear, 4, 1, 18))}`,
    ]);
  });

  it('name the state before if a block ends earlier than it did', async () => {
    await suite.cli.run('block', 'fly');
    const [earlier] = (await suite.cli.run('block', 'fly', '--for', '2h')).out;
    expect(earlier).toMatch(/\. Before: blocked\.$/);
    expect((await suite.cli.run('block', 'fly', '--for', '3h')).out[0]).not.toContain('Before');
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
    [['blok', 'fly'], 'Did you mean block?'],
  ])('refuse %j with exit code 2, and write nothing', async (args, problem) => {
    const { code, out, err } = await suite.cli.run(...args);
    expect(code).toBe(2);
    expect(out).toEqual([]);
    expect(err.join('\n')).toContain(problem);
    expect(await suite.redis.keys(`${suite.cli.environment['KEY_PREFIX'] ?? ''}*`)).toEqual([]);
  });

  it('suggest a similar name that mods have sent, and accept the given one nevertheless', async () => {
    await suite.redis.zadd(suite.cli.keys.catalogueFeatures, 1, 'minimap');
    await suite.redis.zadd(suite.cli.keys.catalogueClients, 1, 'my-mod');
    const { code, err } = await suite.cli.run('block', 'minmap', '--client', 'mymod');
    expect(code).toBe(0);
    expect(err).toEqual([
      'No mod has recently requested the feature minmap: did you mean minimap?',
      'No mod with the identifier mymod has sent a request recently: did you mean my-mod?',
    ]);
    expect(await suite.redis.smembers(suite.cli.keys.blocklistKey(clientList('mymod')))).toEqual(['minmap']);
    expect((await suite.cli.run('block', 'minimap', 'minimap.cave-mode')).err).toEqual([]);
    expect((await suite.cli.run('block', 'minimap', 'my-mod')).err).toEqual([
      'my-mod is a mod that has sent requests. To edit its list, use --client my-mod.',
    ]);
  });
});

describe('feature-control check', () => {
  it('answers as the plugin would, and names the entry that decides', async () => {
    await suite.cli.run('block', 'fly');
    await suite.cli.run('block', 'zoom', '--client', 'my-mod', '--for', '1h');
    await suite.cli.run('block', 'map', '--server', 'lobby');
    const answer = await suite.cli.json('check', 'my-mod', 'fly', 'zoom', 'map', 'free', '--server', 'lobby');
    expect(answer).toMatchObject({
      blocklist: ['fly', 'zoom', 'map'],
      features: [
        { outcome: 'blocked', entries: [{ list: 'global', until: null }] },
        { outcome: 'blocked', entries: [{ list: 'client:my-mod', until: expect.anything() }] },
        { outcome: 'blocked', entries: [{ list: 'server:lobby' }] },
        { outcome: 'free', entries: [] },
      ],
    });
    expect(await suite.cli.json('check', 'my-mod', 'map')).toMatchObject({ blocklist: [] });
    expect((await suite.cli.run('check', 'my-mod', 'fly')).out[1]).toBe('fly      blocked  global');
  });

  it('names a list of a game server that no running proxy applies, as block does', async () => {
    const { cli, redis } = suite;
    const proxy = { kind: 'proxy', name: 'p', version: '1', health: 'ok', startedAt: 1, clock: 1, seenAt: 1 };
    await redis.hset(cli.keys.nodeOf('1'), { ...proxy, serverScopes: 0 });
    const warning = [expect.stringMatching(/^No running proxy applies the lists of game servers: /)];
    expect((await cli.run('block', 'fly', '--server', 'lobby')).err).toEqual(warning);
    expect((await cli.run('check', 'my-mod', 'fly', '--server', 'lobby')).err).toEqual(warning);
    await redis.hset(cli.keys.nodeOf('2'), { ...proxy, serverScopes: 1 });
    expect((await cli.run('check', 'my-mod', 'fly', '--server', 'lobby')).err).toEqual([]);
  });
});

describe('feature-control where', () => {
  it('shows the lists that block a feature, and until when', async () => {
    await suite.cli.run('block', 'fly', 'zoom');
    const until = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1);
    const date = new Date(until).toISOString();
    await suite.cli.run('block', 'fly', '--client', 'my-mod', '--until', date);
    expect((await suite.cli.run('where', 'fly')).out).toEqual([
      'list           until',
      'global',
      `client:my-mod  ${formatTime(until)}`,
    ]);
    expect(await suite.cli.json('where', 'zoom')).toMatchObject({ lists: [{ list: 'global', until: null }] });
    expect((await suite.cli.run('where', 'map')).err).toEqual(['No list blocks map.']);
  });
});

describe('feature-control clients', () => {
  it('shows mods with a list, and mods that have sent a request', async () => {
    await suite.cli.run('block', 'map', '--client', 'with-list');
    await suite.redis.zadd(suite.cli.keys.catalogueClients, 1, 'has-asked');
    expect((await suite.cli.run('clients')).out).toEqual([
      'client     blocked  timed  requested recently',
      'has-asked  0        0      yes',
      'with-list  1        0      no',
    ]);
  });
});

describe('feature-control watch', () => {
  it('shows each change once, with actor and reason, and ends when it is interrupted', async () => {
    await suite.cli.run('block', 'before');
    const ended = new AbortController();
    const lines: string[] = [];
    const context: Partial<CommandContext> = {
      untilEnded: async () => void (await once(ended.signal, 'abort')),
      out: (line) => void lines.push(line),
    };
    const watching = suite.cli.runWith(context, 'watch');
    // The command listens once it reports a write.
    await eventually(async () => {
      await suite.cli.run('block', 'probe');
      await suite.cli.run('unblock', 'probe');
      return lines.length > 0;
    });
    await suite.cli.run('block', 'fly', '--reason', 'x\u202ey', '--as', 'anna');
    const line = await eventually(() => lines.find((each) => each.includes('fly')));
    expect(line).toMatch(/ {2}global fly free → blocked {2}by anna \(command-line\): x\u202ey$/);
    expect(lines.join('\n')).not.toContain('before');
    ended.abort();
    expect(await watching).toMatchObject({ code: 0 });
    expect(lines.filter((each) => each.includes('fly'))).toHaveLength(1);
  });
});
