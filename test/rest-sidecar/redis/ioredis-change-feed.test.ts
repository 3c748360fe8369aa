import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { createChangeFeed } from '../../../rest-sidecar/src/redis/create-change-feed.ts';
import { createRedisClient } from '../../../rest-sidecar/src/redis/redis-client.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import { describeChangeFeed } from '../../contracts/change-feed.contract.ts';
import type { ChangeFeedUnderTest } from '../../contracts/change-feed.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { placeOf } from '../../support/redis/redis-place.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { startClusterStore, startSentinelStore } from '../../support/redis/redis-stores.ts';

const timers = new NodeTimers();

function createFeed(url: string, logger = new RecordingLogger()): ChangeFeed {
  return {
    subscribe(prefixes, listener) {
      const client = createRedisClient(placeOf(url), { name: 'feed-test', timers });
      const options = { name: 'feed-test', timers, logger, heartbeatMs: 100 };
      const subscription = createChangeFeed(client, placeOf(url), options).subscribe(prefixes, listener);
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
  throw new Error('nothing is listened to');
}

const underTest: ChangeFeedUnderTest = { create: (url) => createFeed(url), connections: 'pubsub' };

describeChangeFeed('IoredisChangeFeed', underTest);
describeChangeFeed('IoredisChangeFeed, through Sentinels,', underTest, startSentinelStore);
describeChangeFeed('ClusterChangeFeed', underTest, startClusterStore);

describe('IoredisChangeFeed', () => {
  it('logs once that Redis refuses to report changes', async () => {
    const server = await startRedis({ settings: ['--rename-command', 'CLIENT', ''] });
    const logger = new RecordingLogger();
    const listener = { keysChanged: fail, anythingMayHaveChanged: fail, lost: fail };
    const subscription = createFeed(server.url, logger).subscribe(['x:'], listener);
    await eventually(() => logger.at('warn').length > 0, { what: 'the warning' });
    const redis = new Redis(server.url);
    await redis.set('x:key', '1');
    expect(logger.at('warn')).toEqual([expect.stringContaining('Changes in Redis are not reported')]);
    redis.disconnect();
    subscription.close();
    await server.stop();
  });

  it('leaves it to the connection to say why there is none, as when the database is refused', async () => {
    const logger = new RecordingLogger();
    const redis = new Redis(testRedisUrl());
    const connections = async (): Promise<number> => {
      const [, count] = /total_connections_received:(\d+)/.exec(await redis.info('stats')) ?? [];
      return Number(count);
    };
    const before = await connections();
    const listener = { keysChanged: fail, anythingMayHaveChanged: fail, lost: fail };
    const subscription = createFeed(`${testRedisUrl()}/9999`, logger).subscribe(['x:'], listener);
    await eventually(async () => (await connections()) > before + 3, { what: 'some attempts' });
    subscription.close();
    redis.disconnect();
    expect(logger.records).toEqual([]);
  });
});
