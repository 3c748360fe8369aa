import { subjectOf } from '../../../../shared/rate-limit/rate-limit.ts';
import { Redis } from 'ioredis';
import type { Store } from '../store.ts';

/** The permits of some players, as observed in Redis. */
export interface PermitsInRedis {
  /** The number of permits. */
  readonly count: number;
  /** The shortest time from one permit of a player to the next, in milliseconds of Redis's clock. */
  shortestGapMs(): number;
  stop(): Promise<void>;
}

/**
 * Observes the permits that the players take. Redis publishes a notification for each permit, whose expiry is
 * then read: as all permits are valid for the same time, the gaps between their expiries are those between
 * their starts.
 */
export async function watchPermits(
  { admin, keys, redis }: Store,
  players: readonly string[],
): Promise<PermitsInRedis> {
  const expiries = new Map<string, number[]>();
  const reading: Promise<void>[] = [];
  let count = 0;
  const recordExpiry = async (key: string): Promise<void> => {
    const expiresAtMs = Number(await admin.call('PEXPIRETIME', key));
    const known = expiries.get(key) ?? [];
    if (expiresAtMs > 0 && !known.includes(expiresAtMs)) expiries.set(key, [...known, expiresAtMs]);
  };
  await admin.config('SET', 'notify-keyspace-events', 'K$');
  const subscriber = new Redis(redis.url);
  const channels = players.map(
    (player) => `__keyspace@0__:${keys.rateLimitOf(subjectOf('checkFeatures', player))}`,
  );
  subscriber.on('message', (channel: string, event: string) => {
    if (event !== 'set') return;
    count++;
    reading.push(recordExpiry(channel.slice(channel.indexOf(':') + 1)));
  });
  await subscriber.subscribe(...channels);
  return {
    get count() {
      return count;
    },
    shortestGapMs() {
      const gaps = [...expiries.values()].flatMap((times) => {
        const sorted = [...times].sort((a, b) => a - b);
        return sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
      });
      return Math.min(...gaps);
    },
    async stop() {
      // Messages arrive in order: after this one, there are no more notifications of permits.
      const last = new Promise((resolve) => subscriber.once('message', resolve));
      await subscriber.unsubscribe(...channels);
      await subscriber.subscribe('last');
      await admin.publish('last', '');
      await last;
      subscriber.disconnect();
      await Promise.all(reading);
      await admin.config('SET', 'notify-keyspace-events', '');
    },
  };
}
