import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeFeed, ChangeListener } from '../../shared/redis/changes/change-feed.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { sendToEach, startServerStore } from '../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../support/redis/redis-stores.ts';

/** Records the calls of a {@link ChangeFeed}. */
class RecordingListener implements ChangeListener {
  readonly changed: string[] = [];
  /** `begun` when anything may have changed, first when the subscription starts. */
  readonly events: ('begun' | 'lost')[] = [];

  get begun(): number {
    return this.events.filter((event) => event === 'begun').length;
  }

  get losses(): number {
    return this.events.length - this.begun;
  }

  keysChanged(keys: readonly string[]): void {
    this.changed.push(...keys);
  }

  anythingMayHaveChanged(): void {
    this.events.push('begun');
  }

  lost(): void {
    this.events.push('lost');
  }
}

/**
 * A master that had been promoted restarts as a replica, by its settings. Sentinels replace it only after
 * 20 s, twice the interval at which they ask for roles, and the failover.
 */
const FAILOVER_PATIENCE = { withinMs: 80_000 };
const FAILOVER_TEST_MS = 150_000;

/** A {@link ChangeFeed} that may run in another program, in which case closing is asynchronous. */
interface FeedUnderTest {
  subscribe(...given: Parameters<ChangeFeed['subscribe']>): { close(): void | Promise<void> };
}

export interface ChangeFeedUnderTest {
  /** @param url of Redis */
  readonly create: (url: string) => FeedUnderTest;
  /** The client type of its connections in `CLIENT KILL`. */
  readonly connections: 'normal' | 'pubsub';
}

/** The contract of {@link ChangeFeed} on a real Redis, for any adapter. */
export function describeChangeFeed(
  adapter: string,
  { create, connections }: ChangeFeedUnderTest,
  startStore: StartStore = startServerStore,
): void {
  describe(`${adapter} as ChangeFeed`, () => {
    let store: RedisStore;
    let redis: RedisStore['admin'];
    /** One of the servers that report changes. */
    let server: RedisServer;
    let listener: RecordingListener;
    let subscription: ReturnType<FeedUnderTest['subscribe']> | undefined;

    beforeAll(async () => {
      store = await startStore();
      redis = store.admin;
    });

    beforeEach(async () => {
      await subscription?.close();
      await store.settled();
      const first = async () => (await store.masters())[0];
      server = await eventually(first, { what: 'a master' });
      listener = new RecordingListener();
      subscription = create(store.url).subscribe(['x:servers', 'x:votes:'], listener);
      await eventually(() => listener.begun > 0, { what: 'the subscription' });
    });

    afterAll(async () => {
      await subscription?.close();
      await store.stop();
    });

    const reported = async (key: string, times = 1): Promise<void> => {
      const isReported = () => listener.changed.filter((changed) => changed === key).length >= times;
      await eventually(isReported, { withinMs: 3000, what: `the change of ${key}` });
    };

    /** Writes again if a change is not reported: the feed may just be reconnecting, on a busy machine. */
    const retried = async (writeAndWait: () => Promise<void>): Promise<void> => {
      const isDone = async () => {
        listener.changed.length = 0;
        await writeAndWait();
        return true;
      };
      await eventually(isDone, { what: 'the reports of all changes' });
    };

    /** @param before the number of times that listening had begun; it may reconnect more than once */
    const begunSince = async (before: number): Promise<void> => {
      await eventually(() => listener.begun > before, { ...FAILOVER_PATIENCE, what: 'listening again' });
    };

    /** @param before the number of losses */
    const lostSince = async (before: number): Promise<void> => {
      await eventually(() => listener.losses > before, { what: 'the loss to be noticed' });
    };

    it('reports direct writes of every kind by any client [G48]', async () => {
      await retried(async () => {
        await redis.hset('x:servers', 'lobby', '{}');
        await reported('x:servers');
        await redis.hincrby('x:votes:one', 'a', 1);
        await reported('x:votes:one');
        await redis.del('x:votes:one');
        await reported('x:votes:one', 2);
      });
    });

    it('reports a key that is the target of a rename, and a key that expires', async () => {
      await retried(async () => {
        // In a cluster, both keys are in one slot.
        await redis.hset('{x:votes:renamed}', 'a', '1');
        await redis.rename('{x:votes:renamed}', 'x:votes:renamed');
        await reported('x:votes:renamed');
        await redis.pexpire('x:votes:renamed', 50);
        // One more notification for setting the expiry, and one for the expiry itself.
        await reported('x:votes:renamed', 3);
      });
      expect(new Set(listener.changed)).toEqual(new Set(['x:votes:renamed']));
    });

    it('does not split keys that contain commas', async () => {
      await retried(async () => {
        await redis.hset('x:votes:a,x:votes:b', 'a', '1');
        await reported('x:votes:a,x:votes:b');
      });
      expect(listener.changed).not.toContain('x:votes:b');
    });

    it('reports nothing about keys with other prefixes', async () => {
      await retried(async () => {
        await redis.set('y:servers', '1');
        await redis.hset('x:servers', 'survival', '{}');
        await reported('x:servers');
      });
      expect(new Set(listener.changed)).toEqual(new Set(['x:servers']));
    });

    it('reports that anything may have changed when all keys are flushed', async () => {
      const { begun } = listener;
      await sendToEach([server], 'FLUSHALL');
      await begunSince(begun);
    });

    it('reports a cut connection once, and listens again', async () => {
      const { begun, losses } = listener;
      await sendToEach(await store.masters(), 'CLIENT', 'KILL', 'TYPE', connections);
      await lostSince(losses);
      await begunSince(begun);
      await retried(async () => {
        await redis.hset('x:servers', 'lobby', '{"again":true}');
        await reported('x:servers');
      });
      // The connections of a cluster may be lost, and made again, one after the other.
      expect(listener.events.join()).not.toContain('lost,lost');
    });

    it(
      'detects a frozen Redis, and listens again when it resumes',
      async () => {
        const { begun, losses } = listener;
        server.pause();
        await lostSince(losses);
        server.resume();
        await begunSince(begun);
      },
      FAILOVER_TEST_MS,
    );

    it(
      'listens again when Redis was killed and restarted',
      async () => {
        const { begun, losses } = listener;
        await server.kill();
        await lostSince(losses);
        await server.restart();
        await begunSince(begun);
        // Written repeatedly: behind Sentinels another server may have become the master, and the writer may
        // know it before the listener.
        await retried(async () => {
          await redis.hset('x:servers', 'lobby', '{"again":true}');
          await reported('x:servers');
        });
      },
      FAILOVER_TEST_MS,
    );

    it('reports nothing more when closed', async () => {
      await subscription?.close();
      const events = [...listener.events];
      await redis.hset('x:servers', 'lobby', '{"closed":true}');
      expect(await redis.hget('x:servers', 'lobby')).toBe('{"closed":true}');
      expect(listener).toMatchObject({ changed: [], events });
    });
  });
}
