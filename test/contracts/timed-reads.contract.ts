import { expect, it } from '@jest/globals';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import type { TimedReading } from './ask-commands.ts';

interface TimedReads {
  readonly redis: () => RedisStore['admin'];
  readonly underTest: () => {
    readonly commands: Pick<RedisCommands, 'time'>;
    readTimed(
      key: string,
      names: readonly string[],
      times: readonly number[],
    ): Promise<TimedReading | undefined>;
  };
  readonly prefix: string;
}

/** The contract of reading timed blocks, and the clock that ends them. */
export function describeTimedReads({ redis: admin, underTest: current, prefix }: TimedReads): void {
  it('reads timed blocks whose ends can be queried', async () => {
    await admin().zadd(`${prefix}timed`, 1000.5, 'fly', 3000, 'ünïcödé 🚀', 2000, '__proto__', 'inf', 'ever');
    const names = ['fly', '__proto__', 'ünïcödé 🚀', 'constructor'];
    expect(await current().readTimed(`${prefix}timed`, names, [2000, 0, 1000.5, 3000])).toEqual({
      size: 4,
      until: [1000.5, 2000, 3000, null],
      next: [3000, 1000.5, 2000, null],
      blocked: ['ever', 'ünïcödé 🚀'],
    });
  });

  it('reads 5,000 timed blocks', async () => {
    const members = Array.from({ length: 5000 }, (_, index) => [String(index), `feature-${index}`]);
    await admin().zadd(`${prefix}many-timed`, ...members.flat());
    const reading = await current().readTimed(`${prefix}many-timed`, ['feature-4999'], [4997, 7]);
    expect(reading).toEqual({
      size: 5000,
      until: [4999],
      next: [4998, 8],
      blocked: ['feature-4998', 'feature-4999'],
    });
  });

  it('distinguishes timed blocks from other types and from absent keys', async () => {
    await admin().set(`${prefix}no-timed`, 'text');
    expect(await current().readTimed(`${prefix}no-timed`, [], [0])).toBeUndefined();
    expect(await current().readTimed(`${prefix}absent`, ['fly'], [0])).toEqual({
      size: 0,
      until: [null],
      next: [null],
      blocked: [],
    });
  });

  it('reads the clock of Redis', async () => {
    const [seconds] = await admin().time();
    const earlierMs = Number(seconds) * 1000;
    const nowMs = await current().commands.time();
    expect(nowMs).toBeGreaterThanOrEqual(earlierMs);
    expect(nowMs).toBeLessThan(earlierMs + 3_600_000);
  });
}
