import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NodeTimers } from '../../../rest-sidecar/src/platform/node-timers.ts';
import { IoredisChangeFeed } from '../../../rest-sidecar/src/redis/ioredis-change-feed.ts';
import { createRedisConnection } from '../../../rest-sidecar/src/redis/redis-connection.ts';
import { describeChangeFeed } from '../../contracts/change-feed.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/recording-logger.ts';
import { startRedis } from '../../support/redis-server.ts';

const timers = new NodeTimers();

function createFeed(url: string, logger = new RecordingLogger()): IoredisChangeFeed {
  const connect = () => createRedisConnection({ url, name: 'feed-test', timers, heartbeatMs: 100 });
  return new IoredisChangeFeed({ connect, timers, logger });
}

describeChangeFeed('IoredisChangeFeed', (url) => createFeed(url));

describe('IoredisChangeFeed', () => {
  it('says once that Redis refuses to tell of changes', async () => {
    const server = await startRedis({ settings: ['--rename-command', 'CLIENT', ''] });
    const logger = new RecordingLogger();
    const unexpected = () => {
      throw new Error('nothing is listened to');
    };
    const listener = { keysChanged: unexpected, anythingMayHaveChanged: unexpected, lost: unexpected };
    const subscription = createFeed(server.url, logger).subscribe(['x:'], listener);
    await eventually(() => logger.at('warn').length > 0, { what: 'the warning' });
    const redis = new Redis(server.url);
    await redis.set('x:key', '1');
    expect(logger.at('warn')).toEqual([expect.stringContaining('Redis does not tell of changes')]);
    redis.disconnect();
    subscription.close();
    await server.stop();
  });
});
