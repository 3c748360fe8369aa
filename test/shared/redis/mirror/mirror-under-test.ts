import { ABSENT } from '../../../../shared/redis/mirror/collection.ts';
import type { ReadResult } from '../../../../shared/redis/mirror/collection.ts';
import { Mirror } from '../../../../shared/redis/mirror/mirror.ts';
import type { MirrorDependencies } from '../../../../shared/redis/mirror/mirror.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { FakeRedis } from '../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

export const REVALIDATE_MS = 10_000;
export const MAX_IN_FLIGHT = 10;

/** Runs all pending promise callbacks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a mirror of the sizes of sets, with a clock that the test moves. */
export function setUp(options: Partial<MirrorDependencies> = {}) {
  const redis = new FakeRedis();
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const state = {
    held: Promise.resolve(),
    remainingMs: Infinity,
    /** Keys that cannot be read, and the error of an attempt. */
    unreadable: new Set<string>(),
    error: new RedisError('unreachable', 'no reply'),
  };
  const mirror = new Mirror({
    commands: redis,
    changeFeed: redis,
    clock: time,
    timers: time,
    logger,
    dataName: 'sets',
    revalidateMs: REVALIDATE_MS,
    ...options,
  });
  const read = async (key: string): Promise<ReadResult<number>> => {
    const [members] = (await redis.evaluate({ source: '' }, [key], [])) as readonly (readonly string[])[];
    await state.held;
    if (state.unreadable.has(key)) throw state.error;
    const { remainingMs } = state;
    const value = members?.length ?? 0;
    return value === 0 ? ABSENT : { state: 'present', value, remainingMs };
  };
  const sets = mirror.add<number>({
    name: 'sets',
    prefixes: ['set:'],
    maxInFlight: MAX_IN_FLIGHT,
    read,
    isSame: (one, other) => one === other,
  });
  const notified: ReadonlySet<string>[] = [];
  sets.listen((keys) => notified.push(keys));
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
  /** @returns the keys that were read since the last call */
  const takeReads = (): string[] => {
    const reads = redis.calls.splice(0).filter((call) => call.startsWith('READ '));
    return reads.map((call) => call.slice('READ '.length));
  };
  return { redis, time, logger, state, mirror, sets, notified, connect, pass, takeReads };
}
