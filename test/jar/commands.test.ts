import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

const NAMES = ['block', 'unblock', 'list', 'check', 'explain', 'history', 'undo', 'status', 'reload'];

/** The tests run in this order: each builds on the changes of the previous ones. */
describe('/featurecontrol', () => {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  let server: RedisServer;
  let redis: Redis;
  let proxy: StandIn;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    proxy = await sharedProxy(redisSettings(keyPrefix, server.url));
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  const admin = async (...commands: string[]) => await joinAdmin(proxy, ...commands);
  const run = async (line: string, player: StandInPlayer) => await replyTo(proxy, player, line);

  const blockedFor = async (client: string, ...features: string[]): Promise<readonly string[] | undefined> =>
    (await check(await proxy.join({ connected: true }), client, features)).payload?.blocklist;

  it('blocks and unblocks from the console, in Redis and in the next answer [G48, G55]', async () => {
    expect(await proxy.runCommand('featurecontrol block fly')).toBe(true);
    await proxy.untilLogged(/Blocked fly for every client\.$/);
    expect(await redis.smembers(keys.blocklistGlobal)).toEqual(['fly']);
    await eventually(async () => (await blockedFor('my-mod', 'fly'))?.length === 1, { what: 'the block' });
    await proxy.runCommand('featurecontrol unblock fly');
    await proxy.untilLogged(/Unblocked fly for every client\.$/);
    expect(await redis.exists(keys.blocklistGlobal)).toBe(0);
    await eventually(async () => (await blockedFor('my-mod', 'fly'))?.length === 0, { what: 'the unblock' });
  });

  it('records the author of each command [G66]', async () => {
    const stream = keys.historyKey(GLOBAL_LIST);
    const entries = await eventually(async () => {
      const found = await redis.xrevrange(stream, '+', '-');
      return found.length === 2 && found;
    });
    const recorded = entries.map(([, fields]) => fields.join(' '));
    expect(recorded).toEqual([
      'actor console source proxy console list global changes [["fly","blocked","free"]]',
      'actor console source proxy console list global changes [["fly","free","blocked"]]',
    ]);
    const player = await admin('block');
    await run('block glide', player);
    const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
    expect(newest?.[1].join(' ')).toMatch(/^actor \S+ source game list global changes \[\["glide",/);
    await redis.srem(keys.blocklistGlobal, 'glide');
  });

  it('answers a player each command with one sentence [G55]', async () => {
    const player = await admin(...NAMES);
    expect(await run('block "x-ray vision" "my mod"', player)).toBe(
      `Blocked "x-ray vision" for "my mod".
No mod with the identifier "my mod" has sent a request recently. If you meant a feature whose name contains a space, put it in quotes: "x-ray vision my mod".`,
    );
    expect(await redis.smembers(keys.blocklistOf('my mod'))).toEqual(['x-ray vision']);
    expect(await run('block my-mod:fly', player)).toBe('Blocked my-mod:fly for every client.');
    expect(await run('block my-mod:fly', player)).toBe('my-mod:fly was already blocked for every client.');
    const expected = /^1 feature blocked for every client: my-mod:fly \(by \S+\)\.[^]*own: "my mod"\./;
    await eventually(async () => expected.test(await run('list', player)), { what: 'the list' });
    await proxy.untilLogged(new RegExp(`${player.name}: Blocked my-mod:fly for every client\\.$`));
  });

  it('blocks for a limited time, explains it, shows the author, undoes and redoes it [G55, G66, G67]', async () => {
    const player = await admin('block', 'explain', 'history', 'undo', 'redo');
    const reason = '"<red>an event</red>"';
    expect(await run(`block blink --for 1h --reason ${reason}`, player)).toMatch(
      /^Blocked blink for every client until \d{4}-\d\d-\d\d \d\d:\d\d UTC\+5:30 \(for (?:1 h|59 min 5\d s)\)\.$/,
    );
    const until = Number(await redis.zscore(keys.timedOfBlocklist(keys.blocklistGlobal), 'blink'));
    expect(until).toBeGreaterThan((await redisNowMs(redis)) + 3_000_000);
    await eventually(
      async () => (await run(`explain ${player.name} my-mod blink`, player)).includes('is blocked for'),
      { what: 'the block to be read' },
    );
    expect(await run(`explain ${player.name} my-mod blink`, player)).toMatch(
      /\nIt is blocked for every client until .* UTC\+5:30 \(for .*\)\.$/,
    );
    expect(await run('history blink', player)).toMatch(
      / \(game\): blink for every client: free, then blocked until .* UTC\+5:30, reason: "<red>an event<\/red>"\. Id: \S+$/,
    );
    const other = await admin('undo');
    expect(await run('undo', other)).toMatch(
      /\nThis is a change of somebody else\. Repeat the command with its id: /,
    );
    expect(await run('undo', player)).toBe('blink for every client is free again.');
    expect(await redis.zcard(keys.timedOfBlocklist(keys.blocklistGlobal))).toBe(0);
    expect(await run('undo no-such-id', player)).toMatch(/^There is no such change/);
    expect(await run('block blink --until 2020-01-01', player)).toBe('That time is in the past.');
    expect(await run('block blink --until 2030-12-01T18:00', player)).toContain('2030-12-01 18:00 UTC+5:30');
    expect(await run('undo', player)).toBe('blink for every client is free again.');
    expect(await run('redo', player)).toMatch(/^blink for every client is blocked until .* again\.$/);
    expect(await run('undo', player)).toBe('blink for every client is free again.');
  });

  it('is neither shown nor run without its permission [G55]', async () => {
    const nobody = await admin();
    expect(await proxy.runCommand('featurecontrol list', nobody)).toBe(false);
    expect(await proxy.suggest('featurecontrol ', nobody)).toEqual([]);
    for (const name of NAMES) {
      const player = await admin(name);
      expect(await proxy.suggest('featurecontrol ', player)).toEqual([name, 'help'].sort());
      const others = NAMES.filter((other) => other !== name);
      for (const other of others)
        expect(await run(`${other} a b`, player)).toMatch(
          new RegExp(
            `^Unknown command ${other}\\. The commands are:\n/featurecontrol ${name}( .*)? – [^/]*$`,
          ),
        );
      for (const line of ['', 'help'])
        expect(await run(line, player)).toMatch(new RegExp(`^/featurecontrol ${name}( .*)? – `));
      expect(await run('blok fly', player)).toMatch(
        /^Unknown command blok\. The commands are:\n\/featurecontrol /,
      );
    }
    expect(await redis.scard(keys.blocklistGlobal)).toBe(1);
  });

  it('completes no names for players without the permission for the command [G55, G56]', async () => {
    const player = await admin('reload');
    for (const line of ['block ', 'unblock ', 'unblock my', 'list ', 'check ', 'block my-mod:fly '])
      expect([line, await proxy.suggest(`featurecontrol ${line}`, player)]).toEqual([line, []]);
    await player.permit('featurecontrol.command.unblock');
    expect(await proxy.suggest('featurecontrol unblock my', player)).toEqual(['my-mod:fly']);
  });

  it('completes names from the lists and from recent requests of mods [G56]', async () => {
    const suggest = (rest: string) => proxy.suggest(`featurecontrol ${rest}`);
    expect(await suggest('unblock ')).toEqual(['"x-ray vision"', 'my-mod:fly']);
    expect(await suggest('unblock my-mod:fly ')).toContain('"my mod"');
    expect(await suggest('check "my m')).toEqual(['"my mod"']);
    await blockedFor('zoom-mod', 'zoom in', 'zoom-out', '§kodd');
    await eventually(async () => (await redis.zscore(keys.catalogueClients, 'zoom-mod')) !== null, {
      withinMs: 15_000,
      what: 'the catalogue',
    });
    await eventually(async () => (await suggest('block zoom')).length === 2, {
      withinMs: 15_000,
      everyMs: 200,
      what: 'the names',
    });
    expect(await suggest('block zoom')).toEqual(['"zoom in"', 'zoom-out']);
    await eventually(async () => (await suggest('block fly zoom')).includes('zoom-mod'), {
      withinMs: 15_000,
      everyMs: 200,
      what: 'the name of the mod',
    });
    expect(await suggest('block §')).toEqual([]);
  }, 40_000);

  it('completes each command letter by letter, and offers names right after it [G56]', async () => {
    for (const name of ['block', 'unblock', 'list', 'check', 'explain', 'history']) {
      for (let typed = 1; typed < name.length; typed += 1)
        expect(await proxy.suggest(`featurecontrol ${name.slice(0, typed)}`)).toContain(name);
      expect([name, await proxy.suggest(`featurecontrol ${name} `)]).not.toEqual([name, []]);
    }
    expect(await run('mods ', await admin('mods'))).not.toMatch(/^Unknown command/);
  });

  it('reports that Redis is unreachable, and a reload changes nothing then [G18, G55]', async () => {
    const player = await admin(...NAMES);
    await server.kill();
    await eventually(async () => (await run('status', player)).includes('Redis: unreachable, reconnecting'), {
      what: 'the loss',
    });
    expect(await run('block speed', player)).toBe(
      'Redis does not answer. The command may have been executed: check before you try again.',
    );
    expect(await run('check my-mod my-mod:fly', player)).toBe(
      '1 of 1 feature blocked for my-mod: my-mod:fly.',
    );
    expect(await run('reload', player)).toBe(
      'Nothing was changed: Redis cannot be reached with these settings.',
    );
    expect(await proxy.suggest('featurecontrol unblock ')).toContain('my-mod:fly');
    expect(proxy.log.filter((line) => /ERROR|Exception|^\s+at |not reported/.test(line))).toEqual([]);
  }, 30_000);
});
