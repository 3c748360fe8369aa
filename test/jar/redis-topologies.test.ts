import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings, joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
const LOSS = 'Redis came back without its data';
const KEEPS = 'Redis has lost the list for every client: 1 feature kept in memory and still blocked';

/**
 * The tests run in this order: Redis restarts without its data, an operator reloads the settings, and moves
 * the plugin to another Redis.
 */
describe('featurecontrol reload', () => {
  const keys = new RedisKeys('fc:');
  const stores: { stop(): Promise<void> }[] = [];
  let server: RedisServer;
  let redis: Redis;
  let proxy: StandIn;
  let admin: StandInPlayer;

  const settings = (prefix: string, url = server.url): string =>
    `[redis]\nurl = "${url}"\nkey-prefix = "${prefix}"\n`;

  const count = (text: string) => proxy.log.filter((line) => line.includes(text)).length;

  const run = async (line: string): Promise<string> => await replyTo(proxy, admin, line, PATIENCE);

  const blocked = async (): Promise<unknown> => {
    const answer = await check(await proxy.join({ connected: true }), 'my-mod', ['fly', 'zoom']);
    return answer.payload?.blocklist;
  };

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    await redis.sadd(keys.blocklistGlobal, 'fly');
    proxy = await startProxy({ config: settings('fc:') });
    admin = await joinAdmin(proxy, 'list', 'check', 'status', 'reload');
    expect(await blocked()).toEqual(['fly']);
    await server.kill();
    await server.restart({ empty: true });
    await proxy.untilLogged(new RegExp(LOSS));
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    redis.disconnect();
    // Only now, as the plugin warns about a Redis that stops.
    await Promise.all([server, ...stores].map((one) => one.stop()));
  });

  const expectKept = async (): Promise<void> => {
    expect(await blocked()).toEqual(['fly']);
    expect(await run('list')).toContain(KEEPS);
    expect(await run('check my-mod fly')).toContain(`1 of 1 feature blocked for my-mod: fly.\n${KEEPS}`);
    expect(await run('status')).toContain('; 1 list kept in memory, because Redis has lost its data');
  };

  it('keeps the lists in memory that Redis has lost, and the commands report it before and after [G55]', async () => {
    await expectKept();
    expect(await run('reload')).toBe('The settings are applied.');
    await expectKept();
  });

  it('uses the lists that are written after the loss [G55]', async () => {
    await redis.sadd(keys.blocklistGlobal, 'zoom');
    await eventually(async () => String(await blocked()) === 'zoom', { ...PATIENCE, what: 'the new list' });
    expect(await run('status')).not.toContain('kept in memory');
  });

  it('reports that it drops the lists if the key prefix has changed [G55]', async () => {
    expect(await applySettings(proxy, settings('other:'))).toBe(
      'The settings are applied. They name another Redis, database or key prefix: the lists of the previous one are dropped.',
    );
    expect(await blocked()).toEqual([]);
  });

  it(
    'to a Redis whose address then leads to another, empty one, unblocks nothing [G18]',
    async () => {
      const [store, empty] = await Promise.all([startServerStore(), startServerStore()]);
      const faults = await startFaultProxy(store.server.port);
      stores.push(faults, store, empty);
      await store.admin.sadd(keys.blocklistGlobal, 'fly');
      const before = { loads: count('Initial load complete'), losses: count(LOSS) };
      await applySettings(proxy, `${settings('fc:', faults.url)}[blocklists]\nresync-seconds = 1\n`);
      await eventually(() => count('Initial load complete') > before.loads, PATIENCE);
      faults.redirect(empty.server.port);
      await store.admin.call('CLIENT', 'KILL', 'TYPE', 'normal');
      const isRead = async (): Promise<boolean> => {
        const counts = await empty.admin.info('commandstats');
        return Number(/cmdstat_scan:calls=(\d+)/.exec(counts)?.[1] ?? 0) >= 3;
      };
      await eventually(isRead, { ...PATIENCE, what: 'the empty Redis to be read' });
      expect(await blocked()).toEqual(['fly']);
      expect(count(LOSS)).toBe(before.losses + 1);
    },
    TIMEOUT_MS,
  );
});
