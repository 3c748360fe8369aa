import { setUpStore, settle } from '../blocklists/reading/store-under-test.ts';

export const GLOBAL = 'fc:blocklist:global';
export const PERSONAL = 'fc:blocklist:client:my-mod';

/** Creates a store that has read `fly` in the global list and `minimap` in a personal one. */
export async function watchedLists() {
  const test = setUpStore();
  const { redis, connect, update } = test;
  redis.writeSilently(GLOBAL, 'fly');
  redis.writeSilently(PERSONAL, 'minimap');
  await connect();
  const ask = async () => {
    await update();
    return test.ask(['fly', 'minimap', 'zoom']);
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
  return { ...test, ask, vanish, reconnect };
}
