import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeFeed, ChangeListener } from '../../shared/redis/changes/change-feed.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { sendToEach, startServerStore } from '../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../support/redis/redis-stores.ts';

/** Keeps what a {@link ChangeFeed} said. */
class RecordingListener implements ChangeListener {
  readonly changed: string[] = [];
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

/** A {@link ChangeFeed}, which may be in another program than this one: there closing takes a while. */
interface FeedUnderTest {
  subscribe(...given: Parameters<ChangeFeed['subscribe']>): { close(): void | Promise<void> };
}

export interface ChangeFeedUnderTest {
  /** @param url of Redis */
  readonly create: (url: string) => FeedUnderTest;
  /** What Redis takes its connections for. */
  readonly connections: 'normal' | 'pubsub';
}

/** What every adapter of {@link ChangeFeed} does, on a real Redis. */
export function describeChangeFeed(
  adapter: string,
  { create, connections }: ChangeFeedUnderTest,
  startStore: StartStore = startServerStore,
): void {
  describe(`${adapter} as ChangeFeed`, () => {
    let store: RedisStore;
    let redis: RedisStore['admin'];
    /** One of those that report changes. */
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

    const heard = async (key: string): Promise<void> => {
      await eventually(() => listener.changed.includes(key), { what: `the change of ${key}` });
    };

    it('reports plain writes of every kind, by anybody [G48]', async () => {
      await redis.hset('x:servers', 'lobby', '{}');
      await heard('x:servers');
      await redis.hincrby('x:votes:one', 'a', 1);
      await heard('x:votes:one');
      listener.changed.length = 0;
      await redis.del('x:votes:one');
      await heard('x:votes:one');
    });

    it('reports a key that takes the place of another, and of one that expires', async () => {
      // Of a cluster, both are in one slot.
      await redis.hset('{x:votes:renamed}', 'a', '1');
      await redis.rename('{x:votes:renamed}', 'x:votes:renamed');
      await heard('x:votes:renamed');
      listener.changed.length = 0;
      await redis.pexpire('x:votes:renamed', 50);
      // First that it was given a time, then that this is over.
      await eventually(() => listener.changed.length === 2, { what: 'the expiry' });
      expect(new Set(listener.changed)).toEqual(new Set(['x:votes:renamed']));
    });

    it('keeps apart keys that have commas in them', async () => {
      await redis.hset('x:votes:a,x:votes:b', 'a', '1');
      await heard('x:votes:a,x:votes:b');
      expect(listener.changed).not.toContain('x:votes:b');
    });

    it('reports nothing about keys with other prefixes', async () => {
      await redis.set('y:servers', '1');
      await redis.hset('x:servers', 'survival', '{}');
      await heard('x:servers');
      expect(new Set(listener.changed)).toEqual(new Set(['x:servers']));
    });

    it('says that anything may have changed when all keys are flushed', async () => {
      await sendToEach([server], 'FLUSHALL');
      await eventually(() => listener.begun === 2, { what: 'the word of the flush' });
    });

    it('reports its loss, once, and listens again when its connection is cut', async () => {
      await sendToEach(await store.masters(), 'CLIENT', 'KILL', 'TYPE', connections);
      await eventually(() => listener.losses === 1 && listener.begun === 2, { what: 'listening again' });
      await redis.hset('x:servers', 'lobby', '{"again":true}');
      await heard('x:servers');
      expect(listener.losses).toBe(1);
    });

    it('notices a Redis that is frozen, and listens again when it is not', async () => {
      server.pause();
      await eventually(() => listener.losses === 1, { what: 'the loss to be noticed' });
      server.resume();
      await eventually(() => listener.begun === 2, { withinMs: 30_000, what: 'listening again' });
    });

    it('listens again when Redis was killed and restarted', async () => {
      await server.kill();
      await eventually(() => listener.losses === 1, { what: 'the loss' });
      await server.restart();
      await eventually(() => listener.begun === 2, { what: 'listening again' });
      // Written again and again: behind Sentinels another may have become the master meanwhile, and the
      // writer may know of it before the listener.
      const isHeard = async () => {
        await redis.hset('x:servers', 'lobby', '{"again":true}');
        return listener.changed.includes('x:servers');
      };
      await eventually(isHeard, { withinMs: 30_000, everyMs: 50, what: 'the change of x:servers' });
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
