import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { CHANNEL, check, checkRequest } from './ask.ts';
import { expectNothingForwarded } from './log-expectations.ts';

const READY = /feature-control is ready/;
const PACKETS_PER_SECOND = 5;

/** Two limits, the second one after a reload: a queue of two packets, and a guard of a few per second. */
describe('a flood of packets', () => {
  let proxy: StandIn;

  beforeAll(async () => {
    const config = '[queue]\npackets = 2\n';
    proxy = await startStandIn({ redisUrl: testRedisUrl(), keyPrefix: uniquePrefix(), config });
  });

  afterAll(async () => {
    await proxy.stop();
  });

  const sendAtOnce = async (player: StandInPlayer, count: number): Promise<void> => {
    const results = Array.from(
      { length: count },
      async (_, index) => await player.send(CHANNEL, `no JSON ${index}`),
    );
    expect(new Set(await Promise.all(results))).toEqual(new Set(['handled']));
  };

  it('is dropped by a full queue while the script engine starts, and not forwarded [G50]', async () => {
    const player = await proxy.join({ connected: true });
    await sendAtOnce(player, 10);
    // The queue is emptied once the script engine has started.
    expect(proxy.log.join('\n')).not.toMatch(READY);
    await proxy.untilLogged(READY);
    await player.next();
    await player.next();
    expect(await check(player, 'my-mod', [])).toMatchObject({ ok: true });
    expect(player.received).toHaveLength(3);
    expectNothingForwarded(proxy);
  });

  it('is dropped by the guard of its player, without effect on others [G12]', async () => {
    await applySettings(proxy, `[guard]\npackets-per-second = ${PACKETS_PER_SECOND}\n`);
    const [flooding, other] = [await proxy.join({ connected: true }), await proxy.join({ connected: true })];
    await check(other, 'my-mod', []);
    const startedAt = performance.now();
    await sendAtOnce(flooding, 200);
    const seconds = (performance.now() - startedAt) / 1000;
    await other.send(CHANNEL, checkRequest('my-mod', [], 'after the flood'));
    expect((await other.next()).bytes.toString()).toContain('after the flood');
    expect(flooding.received.length).toBeGreaterThanOrEqual(PACKETS_PER_SECOND);
    expect(flooding.received.length).toBeLessThanOrEqual(PACKETS_PER_SECOND * (1 + seconds) + 1);
    expectNothingForwarded(proxy);
  });

  it('is not logged line by line', () => {
    expect(proxy.log.filter((line) => /ERROR|Exception|JSON/.test(line))).toEqual([]);
    expect(proxy.log.length).toBeLessThan(50);
  });
});
