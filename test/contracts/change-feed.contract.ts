import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { ChangeFeed, ChangeListener, Subscription } from '../../shared/redis/change-feed.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';

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

/** What every adapter of {@link ChangeFeed} does, on a real Redis. */
export function describeChangeFeed(adapter: string, create: (url: string) => ChangeFeed): void {
  describe(`${adapter} as ChangeFeed`, () => {
    let server: RedisServer;
    let redis: Redis;
    let listener: RecordingListener;
    let subscription: Subscription | undefined;

    beforeAll(async () => {
      server = await startRedis();
      redis = new Redis(server.url);
      redis.on('error', () => undefined);
    });

    beforeEach(async () => {
      subscription?.close();
      listener = new RecordingListener();
      subscription = create(server.url).subscribe(['x:servers', 'x:votes:'], listener);
      await eventually(() => listener.begun === 1, { what: 'the subscription' });
    });

    afterAll(async () => {
      subscription?.close();
      redis.disconnect();
      await server.stop();
    });

    const heard = async (key: string): Promise<void> => {
      await eventually(() => listener.changed.includes(key), { what: `the change of ${key}` });
    };

    it('tells of plain writes of every kind, by anybody [G48]', async () => {
      await redis.hset('x:servers', 'lobby', '{}');
      await heard('x:servers');
      await redis.hincrby('x:votes:one', 'a', 1);
      await heard('x:votes:one');
      listener.changed.length = 0;
      await redis.del('x:votes:one');
      await heard('x:votes:one');
    });

    it('tells of a key that takes the place of another, and of one that expires', async () => {
      await redis.hset('elsewhere', 'a', '1');
      await redis.rename('elsewhere', 'x:votes:renamed');
      await heard('x:votes:renamed');
      listener.changed.length = 0;
      await redis.pexpire('x:votes:renamed', 1);
      await heard('x:votes:renamed');
    });

    it('keeps apart keys that have commas in them', async () => {
      await redis.hset('x:votes:a,x:votes:b', 'a', '1');
      await heard('x:votes:a,x:votes:b');
      expect(listener.changed).not.toContain('x:votes:b');
    });

    it('tells nothing of keys with other beginnings', async () => {
      await redis.set('y:servers', '1');
      await redis.hset('x:servers', 'survival', '{}');
      await heard('x:servers');
      expect(new Set(listener.changed)).toEqual(new Set(['x:servers']));
    });

    it('says that anything may have changed when all keys are flushed', async () => {
      await redis.flushall();
      await eventually(() => listener.begun === 2, { what: 'the word of the flush' });
    });

    it('tells of its loss, once, and listens again when its connection is cut', async () => {
      await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await eventually(() => listener.losses === 1 && listener.begun === 2, { what: 'listening again' });
      await redis.hset('x:servers', 'lobby', '{"again":true}');
      await heard('x:servers');
      expect(listener.losses).toBe(1);
    });

    it('notices a Redis that is frozen, and listens again when it is not', async () => {
      server.pause();
      await eventually(() => listener.losses === 1, { what: 'the loss to be noticed' });
      server.resume();
      await eventually(() => listener.begun === 2, { what: 'listening again' });
    });

    it('listens again when Redis was killed and started anew', async () => {
      await server.kill();
      await eventually(() => listener.losses === 1, { what: 'the loss' });
      await server.restart();
      await eventually(() => listener.begun === 2, { what: 'listening again' });
      await redis.hset('x:servers', 'lobby', '{"anew":true}');
      await heard('x:servers');
    });

    it('tells nothing more when closed', async () => {
      subscription?.close();
      const { begun } = listener;
      await redis.hset('x:servers', 'lobby', '{"closed":true}');
      await redis.ping();
      expect(listener).toMatchObject({ changed: [], begun, losses: 0 });
    });
  });
}
