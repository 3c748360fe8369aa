import { selectBlockedFeatures } from '../../../../shared/feature-control/blocked-features.ts';
import { RedisBlocklistStore } from '../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import { UPDATE_INTERVAL_MS } from '../../../../shared/redis/mirror/mirrored.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { FakeRedis } from '../../../support/fakes/fake-redis.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

export const GLOBAL = 'fc:blocklist:global';
export const PERSONAL = 'fc:blocklist:client:my-mod';
export const FEATURES = ['fly', 'minimap', 'zoom'];
export const RESYNC_MS = 10_000;

export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a store that has read `fly` in the global list and `minimap` in a personal one. */
export async function watchedLists(processes?: FakeRedis['processes']) {
  const redis = new FakeRedis();
  if (processes !== undefined) redis.processes = processes;
  redis.writeSilently(GLOBAL, 'fly');
  redis.writeSilently(PERSONAL, 'minimap');
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const keys = new RedisKeys('fc:');
  const store = new RedisBlocklistStore({
    commands: redis,
    changeFeed: redis,
    keys,
    timers: time,
    clock: time,
    logger,
    revalidateMs: RESYNC_MS,
  });
  store.start();
  redis.listener.anythingMayHaveChanged();
  await settle();
  const ask = async () => {
    time.advance(UPDATE_INTERVAL_MS);
    await settle();
    const lists = store.lookUp('my-mod');
    return lists && selectBlockedFeatures(FEATURES, lists);
  };
  const vanish = (): void => {
    redis.sets.clear();
  };
  /** Interrupts the connection, and restores it after `beforeReconnect`. */
  const reconnect = async (beforeReconnect: () => void): Promise<void> => {
    redis.listener.lost();
    beforeReconnect();
    redis.listener.anythingMayHaveChanged();
    await settle();
  };
  return { redis, time, logger, store, ask, vanish, reconnect };
}
