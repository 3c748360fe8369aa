import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeFeed, ChangeListener } from '../../shared/redis/changes/change-feed.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { sendToEach, startServerStore } from '../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../support/redis/redis-stores.ts';

/** Records the calls of a {@link ChangeFeed}. */
class RecordingListener implements ChangeListener {
  readonly changed: string[] = [];
  /** Number of times that anything may have changed, first when the subscription starts. */
  begun = 0;
  losses = 0;

  keysChanged(keys: readonly string[]): void {
    this.changed.push(...keys);
  }

  anythingMayHaveChanged(): void {
    this.begun++;
  }

  lost(): void {
    this.losses++;
  }
}

const START_TIMEOUT_MS = 60_000;

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
    }, START_TIMEOUT_MS);

    beforeEach(async () => {
      await subscription?.close();
      const first = async () => (await store.masters())[0];
      server = await eventually(first, { withinMs: 30_000, what: 'a master' });
      listener = new RecordingListener();
      subscription = create(store.url).subscribe(['x:servers', 'x:votes:'], listener);
      await eventually(() => listener.begun === 1, { what: 'the subscription' });
    });

    afterAll(async () => {
      await subscription?.close();
      await store.stop();
    });

    const reported = async (key: string): Promise<void> => {
      await eventually(() => listener.changed.includes(key), { what: `the change of ${key}` });
    };

    it('reports direct writes of every kind by any client [G48]', async () => {
      await redis.hset('x:servers', 'lobby', '{}');
      await reported('x:servers');
      await redis.hincrby('x:votes:one', 'a', 1);
      await reported('x:votes:one');
      listener.changed.length = 0;
      await redis.del('x:votes:one');
      await reported('x:votes:one');
    });

    it('reports a key that is the target of a rename, and a key that expires', async () => {
      // In a cluster, both keys are in one slot.
      await redis.hset('{x:votes:renamed}', 'a', '1');
      await redis.rename('{x:votes:renamed}', 'x:votes:renamed');
      await reported('x:votes:renamed');
      listener.changed.length = 0;
      await redis.pexpire('x:votes:renamed', 50);
      // One notification for setting the expiry, and one for the expiry itself.
      await eventually(() => listener.changed.length === 2, { what: 'the expiry' });
      expect(new Set(listener.changed)).toEqual(new Set(['x:votes:renamed']));
    });

    it('does not split keys that contain commas', async () => {
      await redis.hset('x:votes:a,x:votes:b', 'a', '1');
      await reported('x:votes:a,x:votes:b');
      expect(listener.changed).not.toContain('x:votes:b');
    });

    it('reports nothing about keys with other prefixes', async () => {
      await redis.set('y:servers', '1');
      await redis.hset('x:servers', 'survival', '{}');
      await reported('x:servers');
      expect(new Set(listener.changed)).toEqual(new Set(['x:servers']));
    });

    it('reports that anything may have changed when all keys are flushed', async () => {
      await sendToEach([server], 'FLUSHALL');
      await eventually(() => listener.begun === 2, { what: 'the report of the flush' });
    });

    it('reports a cut connection once, and listens again', async () => {
      await sendToEach(await store.masters(), 'CLIENT', 'KILL', 'TYPE', connections);
      await eventually(() => listener.losses === 1 && listener.begun === 2, { what: 'listening again' });
      await redis.hset('x:servers', 'lobby', '{"again":true}');
      await reported('x:servers');
      expect(listener.losses).toBe(1);
    });

    it('detects a frozen Redis, and listens again when it resumes', async () => {
      server.pause();
      await eventually(() => listener.losses === 1, { what: 'the loss to be noticed' });
      server.resume();
      await eventually(() => listener.begun === 2, { withinMs: 30_000, what: 'listening again' });
    });

    it('listens again when Redis was killed and restarted', async () => {
      await server.kill();
      await eventually(() => listener.losses === 1, { what: 'the loss' });
      await server.restart();
      // It may connect more than once while the server restarts and the cluster notices it.
      await eventually(() => listener.begun >= 2, { withinMs: 30_000, what: 'listening again' });
      // Written repeatedly: behind Sentinels another server may have become the master, and the writer may
      // know it before the listener.
      const isReported = async () => {
        await redis.hset('x:servers', 'lobby', '{"again":true}');
        return listener.changed.includes('x:servers');
      };
      await eventually(isReported, { withinMs: 30_000, everyMs: 50, what: 'the change of x:servers' });
    });

    it('reports nothing more when closed', async () => {
      await subscription?.close();
      const { begun } = listener;
      await redis.hset('x:servers', 'lobby', '{"closed":true}');
      expect(await redis.hget('x:servers', 'lobby')).toBe('{"closed":true}');
      expect(listener).toMatchObject({ changed: [], begun, losses: 0 });
    });
  });
}
