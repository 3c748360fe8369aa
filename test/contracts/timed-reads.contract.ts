import { expect, it } from '@jest/globals';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import type { TimedReading } from './ask-commands.ts';

interface TimedReads {
  readonly redis: () => RedisStore['admin'];
  readonly underTest: () => {
    readonly commands: Pick<RedisCommands, 'zmscore' | 'zcard' | 'time'>;
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
    expect(await current().commands.zmscore(`${prefix}timed`, names)).toEqual([1000.5, 2000, 3000, null]);
    expect(await current().commands.zcard([`${prefix}timed`, `${prefix}absent`])).toEqual([4, 0]);
  });

  it('reads 20,000 timed blocks', async () => {
    const members = Array.from({ length: 20_000 }, (_, index) => [String(index), `feature-${index}`]);
    await admin().zadd(`${prefix}many-timed`, ...members.flat());
    const reading = await current().readTimed(`${prefix}many-timed`, ['feature-19999'], [19_997, 7]);
    expect(reading).toEqual({
      size: 20_000,
      until: [19_999],
      next: [19_998, 8],
      blocked: ['feature-19998', 'feature-19999'],
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
    expect(await current().commands.zmscore(`${prefix}absent`, ['fly'])).toEqual([null]);
    expect(await current().commands.zcard([`${prefix}no-timed`])).toEqual([-1]);
    await expect(current().commands.zmscore(`${prefix}no-timed`, ['fly'])).rejects.toEqual(
      expect.objectContaining({ name: 'RedisError', kind: 'wrong-type' }),
    );
  });

  it('reads the clock of Redis', async () => {
    const [seconds] = await admin().time();
    const earlierMs = Number(seconds) * 1000;
    const nowMs = await current().commands.time();
    expect(nowMs).toBeGreaterThanOrEqual(earlierMs);
    expect(nowMs).toBeLessThan(earlierMs + 3_600_000);
  });
}
