import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check, checkRequest } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const SCRIPT_THREAD = 'feature-control script';
/**
 * Longer than a busy machine keeps a thread waiting: within one second, a thread that still has work may
 * not run at all.
 */
const WINDOW_NANOS = 3e9;
/**
 * The maximum share of one CPU. A busy-waiting thread would use all of an idle CPU, and a tenth of
 * one that it shares with ten others.
 */
const MAX_SHARE = 0.03;

/** Measures CPU time rather than elapsed time, so that the load of the machine does not matter. */
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

  /** Measures the share over the next window. */
  const share = async (): Promise<number> => {
    const from = await proxy.cpuTime(SCRIPT_THREAD);
    const to = await eventually(
      async () => {
        const now = await proxy.cpuTime(SCRIPT_THREAD);
        return now.atNanos - from.atNanos > WINDOW_NANOS && now;
      },
      { ...PATIENCE, everyMs: 100 },
    );
    return (to.cpuNanos - from.cpuNanos) / (to.atNanos - from.atNanos);
  };

  /** Waits until the thread has finished its work, and expects that it sleeps. */
  const expectSleep = async (): Promise<void> => {
    await eventually(
      async () => {
        expect(await share()).toBeLessThan(MAX_SHARE);
        return true;
      },
      { withinMs: 30_000, what: 'the thread to sleep' },
    );
  };

  it('sleeps, with its lists loaded', expectSleep);

  it('sleeps again after a series of requests', async () => {
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
