import { expect, it } from '@jest/globals';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import type { TimedReading } from './ask-commands.ts';

interface TimedReads {
  readonly redis: () => RedisStore['admin'];
  readonly underTest: () => {
    readonly commands: Pick<RedisCommands, 'time'>;
    readTimed(key: string): Promise<TimedReading | undefined>;
  };
  readonly prefix: string;
}

/** The contract of reading timed blocks, and the clock that ends them. */
export function describeTimedReads({ redis: admin, underTest: current, prefix }: TimedReads): void {
  it('reads timed blocks, whose ends are whole milliseconds up to the last date of JavaScript', async () => {
    await admin().zadd(`${prefix}timed`, 1000.5, 'fly', 3000, 'ünïcödé 🚀', 2000, '__proto__', 'inf', 'ever');
    expect(await current().readTimed(`${prefix}timed`)).toEqual([
      ['__proto__', 2000],
      ['ever', 8_640_000_000_000_000],
      ['fly', 1001],
      ['ünïcödé 🚀', 3000],
    ]);
  });

  it('reads 5,000 timed blocks', async () => {
    const blocks = Array.from({ length: 5000 }, (_, index) => [`feature-${10_000 + index}`, index] as const);
    await admin().zadd(
      `${prefix}many-timed`,
      ...blocks.flatMap(([feature, endMs]) => [String(endMs), feature]),
    );
    expect(await current().readTimed(`${prefix}many-timed`)).toEqual(blocks);
  });

  it('distinguishes timed blocks from other types and from absent keys', async () => {
    await admin().set(`${prefix}no-timed`, 'text');
    expect(await current().readTimed(`${prefix}no-timed`)).toBeUndefined();
    expect(await current().readTimed(`${prefix}absent`)).toEqual([]);
  });

  it('reads the clock of Redis', async () => {
    const [seconds] = await admin().time();
    const earlierMs = Number(seconds) * 1000;
    const nowMs = await current().commands.time();
    expect(nowMs).toBeGreaterThanOrEqual(earlierMs);
    expect(nowMs).toBeLessThan(earlierMs + 3_600_000);
  });
}
