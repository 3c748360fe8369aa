import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { limitTableOf } from '../../plugin/src/config/method-limits.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { expectQuietLog } from '../jar/log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { newSeed } from '../support/random.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { LOAD_TEST_JVM_OPTIONS, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { JarUnderFuzz } from './jar-under-fuzz.ts';
import { Packets } from './packets.ts';
import { CLIENT, GLOBAL, PERSONAL } from './request-grammar.ts';

/**
 * Until a player may send another request of a method, in milliseconds: soon, as other tests cover the rate
 * limit. In the longer window, some player is refused however slow the machine is.
 */
const WINDOWS_MS: Readonly<Record<string, number>> = { checkFeatures: 100, subscribe: 1000 };

/** All packets reach the dispatcher: other tests cover the guard. */
const CONFIG = `
[guard]
packets-per-second = 1000000
bytes-per-second = 1073741824
[queue]
packets = 100000
bytes = 1073741824
[redis]
command-timeout-ms = 10000
${METHODS.map(({ name }) => `[limits.${limitTableOf(name)}]\nwindow-ms = ${WINDOWS_MS[name] ?? 100}\n`).join('')}`;
const PLAYERS = 100;
const MIB = 1024 * 1024;
/**
 * Maximum growth of the heap, for example by caches of the script engine, after the first tenth of the
 * packets.
 */
const MAX_GROWTH_MIB = 24;
const MAX_MS_PER_PACKET = 10;

/** `npm run fuzz` sets these variables. */
const count = Number(process.env['FC_FUZZ_PACKETS'] ?? '5000');
const first = Number(process.env['FC_FUZZ_FIRST'] ?? '0');
const seed = Number(process.env['FC_FUZZ_SEED'] ?? newSeed());

describe('the built jar with generated packets', () => {
  const keyPrefix = uniquePrefix();
  let redis: Redis;
  let proxy: StandIn;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    const keys = new RedisKeys(keyPrefix);
    await redis.sadd(keys.blocklistGlobal, ...GLOBAL);
    await redis.sadd(keys.blocklistOf(CLIENT), ...PERSONAL);
    proxy = await startProxy({
      redisUrl: testRedisUrl(),
      keyPrefix,
      config: CONFIG,
      jvmOptions: LOAD_TEST_JVM_OPTIONS,
    });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    redis.disconnect();
    await proxy.stop();
  });

  it(
    'answers each packet like the protocol in Node, forwards none, logs nothing, and leaks no memory [E-BAD-1, G45, G46, W-ERR-3]',
    async () => {
      const jar = await JarUnderFuzz.join(proxy, new Packets(seed), PLAYERS);
      const warmUp = Math.ceil(count / 10);
      await jar.send(first, first + warmUp);
      const heapMib = [await heapOf(proxy)];
      const startedAt = performance.now();
      for (let tenth = 1; tenth < 10; tenth++) {
        await jar.send(
          first + Math.ceil((count * tenth) / 10),
          first + Math.ceil((count * (tenth + 1)) / 10),
        );
        heapMib.push(await heapOf(proxy));
      }
      const seconds = (performance.now() - startedAt) / 1000;
      await report({ seed, outcomes: Object.fromEntries(jar.outcomes), heapMib, seconds, ...totals(jar) });
      // To send the packet of a finding again: npm run fuzz -- --seed … --first <index> --packets 1
      expect({ seed, findings: jar.findings }).toEqual({ seed, findings: [] });
      expectQuietLog(proxy);
      expect(totals(jar).answered + jar.backendPackets).toBe(count);
      if (count < 1000) return;
      expect([...jar.outcomes.keys()].sort()).toEqual(['BAD_REQUEST', 'NOT_FOUND', 'OK', 'RATE_LIMITED']);
      expect(jar.outcomes.get('OK')).toBeGreaterThan(count / 20);
      expect(Math.max(...heapMib) - (heapMib[0] ?? 0)).toBeLessThan(MAX_GROWTH_MIB);
    },
    60_000 + count * MAX_MS_PER_PACKET,
  );
});

function totals({ outcomes, backendPackets }: JarUnderFuzz): { answered: number; backendPackets: number } {
  return { answered: [...outcomes.values()].reduce((sum, some) => sum + some, 0), backendPackets };
}

async function heapOf(proxy: StandIn): Promise<number> {
  return (await proxy.usage()).heapBytes / MIB;
}

async function report(figures: object): Promise<void> {
  const path = process.env['FC_FUZZ_REPORT'];
  if (path !== undefined) await writeFile(path, JSON.stringify(figures));
}
