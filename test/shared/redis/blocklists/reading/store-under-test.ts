import { selectBlockedFeatures } from '../../../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { UPDATE_INTERVAL_MS } from '../../../../../shared/redis/mirror/mirrored.ts';
import { RedisKeys } from '../../../../../shared/redis/redis-keys.ts';
import { FakeRedis } from '../../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../../support/fakes/recording-logger.ts';

export const RESYNC_MS = 10_000;
/** By how much this machine's clock is wrong, in milliseconds. */
export const SKEW_MS = 3_600_000;

/** Runs all pending promise callbacks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a store over an in-memory Redis, whose clock differs from this machine's. */
export function setUpStore({ withServers = false } = {}) {
  const redis = new FakeRedis();
  const time = new ManualTime();
  redis.nowMs = () => time.epochMs() + SKEW_MS;
  const logger = new RecordingLogger();
  const changes: string[][] = [];
  const keys = new RedisKeys('fc:');
  const store = new RedisBlocklistStore({
    commands: redis,
    changeFeed: redis,
    keys,
    timers: time,
    clock: time,
    logger,
    withServers,
    revalidateMs: RESYNC_MS,
    changed: (changed) => changes.push([...changed]),
  });
  store.start();
  const ask = (features: readonly string[], client = 'my-mod', server?: string) => {
    const lists = store.lookUp(client, server);
    return lists && selectBlockedFeatures(features, lists);
  };
  /** Lets the time pass after which further changes are read. */
  const update = async () => {
    time.advance(UPDATE_INTERVAL_MS);
    await settle();
  };
  const connect = async () => {
    redis.listener.anythingMayHaveChanged();
    await settle();
    await update();
    redis.calls.length = 0;
    changes.length = 0;
  };
  /** In milliseconds since the epoch by Redis's clock. */
  const inMs = (ms: number) => redis.nowMs() + ms;
  return { redis, time, logger, store, ask, update, connect, changes, inMs };
}
