import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check, checkRequest } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const SCRIPT_THREAD = 'feature-control script';
const WINDOW_NANOS = 1e9;
/**
 * Of a processor. A thread that stayed awake would have all of one that nobody else wants, and beside ten
 * others that want it a tenth.
 */
const MOST_SHARE = 0.03;

/**
 * What the script thread costs a proxy to which nobody sends anything, in processor time and not in time: a
 * busy machine changes nothing.
 */
describe('the script thread of an idle proxy', () => {
  let store: ServerStore;
  let proxy: StandIn;

  beforeAll(async () => {
    store = await startServerStore({ persistent: false });
    await store.admin.sadd(new RedisKeys('fc:').blocklistGlobal, 'fly');
    proxy = await startProxy({ redisUrl: store.url });
    await proxy.untilLogged(/Initial load complete/);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    await store.stop();
  });

  /** Over the next second. */
  const share = async (): Promise<number> => {
    const from = await proxy.processorTime(SCRIPT_THREAD);
    const to = await eventually(
      async () => {
        const now = await proxy.processorTime(SCRIPT_THREAD);
        return now.atNanos - from.atNanos > WINDOW_NANOS && now;
      },
      { ...PATIENCE, everyMs: 100 },
    );
    return (to.processorNanos - from.processorNanos) / (to.atNanos - from.atNanos);
  };

  /** As soon as it has done what it had to do. */
  const expectSleep = async (): Promise<void> => {
    await eventually(async () => (await share()) < MOST_SHARE, {
      withinMs: 30_000,
      what: 'the thread to sleep',
    });
    expect(await share()).toBeLessThan(MOST_SHARE);
  };

  it('sleeps, with its lists loaded', expectSleep);

  it('sleeps again after requests that came one after the other', async () => {
    const players = await Promise.all(Array.from({ length: 100 }, () => proxy.join({ connected: true })));
    await proxy.load({
      players,
      channel: CHANNEL,
      contents: [checkRequest('my-mod', ['fly'])],
      perSecond: 200,
      seconds: 0.5,
    });
    await expectSleep();
    expect(await check(await proxy.join({ connected: true }), 'my-mod', ['fly'])).toMatchObject({ ok: true });
  });

  it('sleeps while Redis is unreachable', async () => {
    await store.servers[0]?.kill();
    await proxy.untilLogged(/Redis at .* is unreachable/);
    await expectSleep();
  });
});
