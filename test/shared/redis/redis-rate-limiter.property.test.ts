import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimit } from '../../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisRateLimiter, type PermitCommands } from '../../../shared/redis/redis-rate-limiter.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

const METHOD = 'checkFeatures';
const PROXIES = 3;
const PLAYERS = 5;
const MICROS = 1000;

/**
 * Redis's clock before and after a permit was granted, in microseconds. Both readings and the command are in
 * one transaction.
 */
interface Grant {
  readonly earliest: number;
  readonly latest: number;
}

describe('RedisRateLimiter on a real Redis, over three connections', () => {
  const keys = new RedisKeys(uniquePrefix());
  let connections: Redis[];

  beforeAll(() => {
    connections = Array.from({ length: PROXIES }, () => new Redis(testRedisUrl()));
  });

  afterAll(() => {
    for (const connection of connections) connection.disconnect();
  });

  it('never grants more than maxRequests in any window by Redis’s clock, for any limit and any times of requests [F-RATE-1, G43, G44]', async () => {
    const limits = fc.record({
      maxRequests: fc.integer({ min: 1, max: 5 }),
      windowMs: fc.integer({ min: 5, max: 60 }),
    });
    const bursts = fc.array(
      fc.record({ requests: fc.integer({ min: 1, max: 4 }), pauseMs: fc.integer({ min: 0, max: 25 }) }),
      { minLength: 10, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(limits, bursts, async (limit, all) => {
        const granted = await Promise.all(
          Array.from({ length: PLAYERS }, async () => requestInBursts(limit, all)),
        );
        for (const grants of granted) {
          expect(grants.length).toBeGreaterThanOrEqual(1);
          expectLimits(limit, grants);
        }
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  async function requestInBursts(
    limit: RateLimit,
    bursts: readonly { requests: number; pauseMs: number }[],
  ): Promise<Grant[]> {
    const grants: Grant[] = [];
    const subject = subjectOf(METHOD, randomUUID());
    const limiters = connections.map((connection) => new RedisRateLimiter(timed(connection, grants), keys));
    for (const { requests, pauseMs } of bursts) {
      const permits = limiters.flatMap((limiter) =>
        Array.from({ length: requests }, () => limiter.take(subject, limit)),
      );
      await Promise.all(permits);
      await delay(pauseMs);
    }
    return grants.sort((a, b) => a.earliest - b.earliest);
  }
});

/**
 * Asserts that the grants respect the limit. A single permit per window is a key with an expiry, which Redis
 * measures in milliseconds; several permits are measured in microseconds.
 */
function expectLimits({ maxRequests, windowMs }: RateLimit, grants: readonly Grant[]): void {
  grants.forEach(({ latest }, index) => {
    const before = grants[index - maxRequests];
    if (before === undefined) return;
    const passed =
      maxRequests === 1 ? toMs(latest) - toMs(before.earliest) : (latest - before.earliest) / MICROS;
    expect(passed).toBeGreaterThanOrEqual(windowMs);
  });
}

const toMs = (micros: number): number => Math.floor(micros / MICROS);

/** The two commands of permits, each between two readings of Redis's clock. */
function timed(redis: Redis, grants: Grant[]): PermitCommands {
  const record = (replies: readonly unknown[], isGranted: boolean): void => {
    if (isGranted) grants.push({ earliest: toMicros(replies[0]), latest: toMicros(replies.at(-1)) });
  };
  return {
    async setNxPx(key, value, ttlMs) {
      const transaction = redis.multi().time().set(key, value, 'PX', ttlMs, 'NX').pttl(key).time();
      const replies = await runTransaction(transaction);
      record(replies, replies[1] === 'OK');
      return { stored: replies[1] === 'OK', ttlMs: Number(replies[2]) };
    },
    async evaluate({ source }, names, args) {
      const replies = await runTransaction(
        redis
          .multi()
          .time()
          .eval(source, names.length, ...names, ...args)
          .time(),
      );
      const result = (replies[1] as number[]).map(String);
      record(replies, result[0] === '1');
      return result;
    },
  };
}

async function runTransaction(transaction: ReturnType<Redis['multi']>): Promise<unknown[]> {
  const replies = (await transaction.exec()) ?? [];
  return replies.map(([error, reply]) => {
    if (error !== null) throw error;
    return reply;
  });
}

function toMicros(time: unknown): number {
  const [seconds, micros] = time as [unknown, unknown];
  return Number(seconds) * 1_000_000 + Number(micros);
}
