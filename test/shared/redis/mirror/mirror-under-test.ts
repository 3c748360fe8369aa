import { Mirror } from '../../../../shared/redis/mirror/mirror.ts';
import type { MirrorDependencies } from '../../../../shared/redis/mirror/mirror.ts';
import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { ReadResult } from '../../../../shared/redis/mirror/mirror-kind.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { FakeRedis } from '../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

export const REVALIDATE_MS = 10_000;
export const BATCH_SIZE = 10;

/** Runs all pending promise callbacks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a mirror of sets that are compared by size, with a clock that the test moves. */
export function setUp(options: Partial<MirrorDependencies> = {}, isSizeCompared = true) {
  const redis = new FakeRedis();
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const state = {
    readingMs: 0,
    failures: 0,
    held: Promise.resolve(),
    remainingMs: Infinity,
    together: Infinity,
  };
  const mirror = new Mirror({
    commands: redis,
    changeFeed: redis,
    clock: time,
    timers: time,
    logger,
    what: 'sets',
    revalidateMs: REVALIDATE_MS,
    ...options,
  });
  const read = async (keys: readonly string[]): Promise<ReadResult<number>[]> => {
    if (state.failures-- > 0 || keys.length > state.together) throw new RedisError('unreachable', 'no reply');
    const sets = await redis.smembers(keys);
    time.advance(state.readingMs);
    await state.held;
    const { remainingMs } = state;
    return sets.map((set) =>
      set === undefined || set.size === 0 ? ABSENT : { state: 'present', value: set.size, remainingMs },
    );
  };
  const size = { of: (value: number) => value, read: (keys: readonly string[]) => redis.scard(keys) };
  const sets = mirror.add<number>({
    name: 'sets',
    prefixes: ['set:'],
    batchSize: BATCH_SIZE,
    read,
    ...(isSizeCompared && { size }),
    isSame: (one, other) => one === other,
  });
  const notified: ReadonlySet<string>[] = [];
  sets.listen({ changed: (keys) => notified.push(keys) });
  mirror.start();
  const connect = async (): Promise<void> => {
    redis.listener.anythingMayHaveChanged();
    await settle();
  };
  const pass = async (milliseconds: number, stepMs = 1): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += stepMs) {
      time.advance(stepMs);
      await settle();
    }
  };
  return { redis, time, logger, state, mirror, sets, notified, connect, pass };
}
