import { subjectOf } from '../../../../shared/rate-limit/rate-limit.ts';
import { Redis } from 'ioredis';
import type { Store } from '../store.ts';

/** The permits that were taken, as observed in Redis. */
export interface PermitsInRedis {
  /** The number of permits. */
  readonly count: number;
  /** The shortest time from one permit of a player to the next, in milliseconds of Redis's clock. */
  shortestGapMs(): number;
  stop(): Promise<void>;
}

/**
 * Watches the players' permits being taken. Redis reports each, and of each it is asked when it ends: permits
 * of one length that end so far apart were taken so far apart.
 */
export async function watchPermits(
  { admin, keys, redis }: Store,
  players: readonly string[],
): Promise<PermitsInRedis> {
  const ends = new Map<string, number[]>();
  const underWay: Promise<void>[] = [];
  let count = 0;
  const noteEnd = async (key: string): Promise<void> => {
    const endMs = Number(await admin.call('PEXPIRETIME', key));
    const known = ends.get(key) ?? [];
    if (endMs > 0 && !known.includes(endMs)) ends.set(key, [...known, endMs]);
  };
  await admin.config('SET', 'notify-keyspace-events', 'K$');
  const subscriber = new Redis(redis.url);
  const channels = players.map(
    (player) => `__keyspace@0__:${keys.rateLimitOf(subjectOf('checkFeatures', player))}`,
  );
  subscriber.on('message', (channel: string, event: string) => {
    if (event !== 'set') return;
    count++;
    underWay.push(noteEnd(channel.slice(channel.indexOf(':') + 1)));
  });
  await subscriber.subscribe(...channels);
  return {
    get count() {
      return count;
    },
    shortestGapMs() {
      const gaps = [...ends.values()].flatMap((times) => {
        const sorted = [...times].sort((a, b) => a - b);
        return sorted.slice(1).map((end, index) => end - (sorted[index] ?? 0));
      });
      return Math.min(...gaps);
    },
    async stop() {
      // What is published comes in order: after this message, none of a permit is left.
      const last = new Promise((resolve) => subscriber.once('message', resolve));
      await subscriber.unsubscribe(...channels);
      await subscriber.subscribe('last');
      await admin.publish('last', '');
      await last;
      subscriber.disconnect();
      await Promise.all(underWay);
      await admin.config('SET', 'notify-keyspace-events', '');
    },
  };
}
