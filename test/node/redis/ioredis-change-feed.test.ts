import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import { describeChangeFeed } from '../../contracts/change-feed.contract.ts';
import type { ChangeFeedUnderTest } from '../../contracts/change-feed.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { startClusterStore, startSentinelStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

const timers = new NodeTimers();

function createFeed(url: string, logger = new RecordingLogger()): ChangeFeed {
  return {
    subscribe(prefixes, listener) {
      const client = createRedisClient(toRedisEndpoint(url), { name: 'feed-test', timers });
      const options = { name: 'feed-test', timers, logger };
      const subscription = createChangeFeed(client, toRedisEndpoint(url), options).subscribe(
        prefixes,
        listener,
      );
      return {
        close() {
          subscription.close();
          client.disconnect();
        },
      };
    },
  };
}

function fail(): never {
  throw new Error('no event is expected');
}

const underTest: ChangeFeedUnderTest = { create: (url) => createFeed(url), connections: 'pubsub' };

describeChangeFeed('IoredisChangeFeed', underTest);
describeChangeFeed('IoredisChangeFeed, through Sentinels,', underTest, startSentinelStore);
describeChangeFeed('ClusterChangeFeed', underTest, startClusterStore);

describe('IoredisChangeFeed', () => {
  it('logs once that Redis refuses to report changes', async () => {
    const server = await startRedis();
    const redis = new Redis(server.url);
    await redis.acl('SETUSER', 'default', '-client');
    const logger = new RecordingLogger();
    const listener = { keysChanged: fail, anythingMayHaveChanged: fail, lost: fail };
    const subscription = createFeed(server.url, logger).subscribe(['x:'], listener);
    // Each attempt begins with this command.
    const isRefusedTwice = async () => {
      const [, count] =
        /cmdstat_client\|id:.*rejected_calls=(\d+)/.exec(await redis.info('commandstats')) ?? [];
      return Number(count) >= 2;
    };
    await eventually(isRefusedTwice, { what: 'a second attempt' });
    await redis.set('x:key', '1');
    expect(logger.at('warn')).toEqual([
      expect.stringMatching(/^Changes in Redis at 127\.0\.0\.1:\d+ are not reported/),
    ]);
    redis.disconnect();
    subscription.close();
    await server.stop();
  });

  it.each(['change feeds', 'subscriptions'] as const)(
    'reports changes even if a reply to %s came too late',
    async (only) => {
      const server = await startRedis();
      const faults = await startFaultProxy(server.port);
      let begun = 0;
      const changed: string[] = [];
      await faults.set({ kind: 'black-hole', only });
      const subscription = createFeed(faults.url).subscribe(['x:'], {
        keysChanged: (keys) => changed.push(...keys),
        anythingMayHaveChanged: () => begun++,
        lost: () => undefined,
      });
      await eventually(() => faults.pending > 0, { what: 'the request' });
      // Longer than the command timeout, and shorter than the socket timeout.
      await delay(700);
      await faults.set({ kind: 'none' });
      await eventually(() => begun > 0, { what: 'listening' });
      const redis = new Redis(server.url);
      const isReported = async () => {
        await redis.set('x:key', '1');
        return changed.includes('x:key');
      };
      await eventually(isReported, { what: 'the change' });
      redis.disconnect();
      subscription.close();
      await faults.stop();
      await server.stop();
    },
  );
});
