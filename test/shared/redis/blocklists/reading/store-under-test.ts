import { selectBlockedFeatures } from '../../../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { FakeRedis } from '../../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../../support/fakes/recording-logger.ts';

export const RESYNC_MS = 10_000;
/** By how much this machine's clock is wrong, in milliseconds. */
export const SKEW_MS = 3_600_000;

/** Runs all pending promise callbacks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass until the answer to a request that waits for Redis. */
export async function whileTimePasses<T>(time: ManualTime, answer: Promise<T>): Promise<T> {
  const state = { isAnswered: false };
  const done = (): void => {
    state.isAnswered = true;
  };
  answer.then(done, done);
  for (await settle(); !state.isAnswered; await settle()) time.advance(100);
  return await answer;
}

/** Creates a store over an in-memory Redis, whose clock differs from this machine's. */
export function setUpStore({ withServers = false } = {}) {
  const redis = new FakeRedis();
  const time = new ManualTime();
  redis.nowMs = () => time.epochMs() + SKEW_MS;
  const logger = new RecordingLogger();
  const changes: string[][] = [];
  const keys = new RedisKeys('fc:');
  const parts = { commands: redis, changeFeed: redis, keys, timers: time, clock: time, logger };
  const createStore = (hasServers = withServers) =>
    new RedisBlocklistStore({
      ...parts,
      withServers: hasServers,
      revalidateMs: RESYNC_MS,
      changed: (changed) => changes.push([...changed]),
    });
  const store = createStore();
  store.start();
  const ask = async (features: readonly string[], client = 'my-mod', server?: string) => {
    const lists = await store.lookUp(client, features, server);
    return lists && selectBlockedFeatures(features, lists);
  };
  const connect = async () => {
    redis.listener.anythingMayHaveChanged();
    await settle();
    redis.calls.length = 0;
    changes.length = 0;
  };
  /** In milliseconds since the epoch by Redis's clock. */
  const inMs = (ms: number) => redis.nowMs() + ms;
  return { redis, time, logger, store, ask, connect, changes, inMs, createStore };
}

/** Returns the sizes and the state of the lists in memory. */
export function stateOf(store: RedisBlocklistStore) {
  return { ...store.sizes(), ...store.mirrorState() };
}
