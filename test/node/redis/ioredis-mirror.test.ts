import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { SystemClock } from '../../../node/system-clock.ts';
import { startMirrorStore } from '../../contracts/mirror-stores.ts';
import { describeMirror } from '../../contracts/mirror.contract.ts';
import { observe, openMirror } from '../../contracts/observed-mirror.ts';
import type { MirrorUnderTest } from '../../contracts/observed-mirror.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { firstOwnerOf } from '../../support/redis/redis-cluster.ts';
import { startClusterStore, startServerStore } from '../../support/redis/redis-stores.ts';
import type { ClusterStore, StartStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

const timers = new NodeTimers();

const open = ({ url }: { readonly url: string }, prefix: string): ReturnType<typeof openMirror> => {
  // A busy machine must not fail reads, which are counted.
  const endpoint = toRedisEndpoint(url, { commandTimeoutMs: 5000 });
  const redis = createRedisClient(endpoint, { name: 'mirror-contract', timers });
  const commands = new IoredisRedisCommands(redis);
  const logger = new RecordingLogger();
  const changeFeed = createChangeFeed(redis, toRedisEndpoint(url), {
    name: 'mirror-contract',
    timers,
    logger,
  });
  return openMirror({ commands, changeFeed, clock: new SystemClock(), timers }, prefix, () => {
    redis.disconnect();
  });
};

const adapters: readonly [adapter: string, start: StartStore, maxInitialReads: number][] = [
  ['ioredis', startServerStore, 1],
  ['ioredis, of a cluster', startClusterStore, 2],
];
for (const [adapter, start, maxInitialReads] of adapters)
  describeMirror(adapter, { startStore: () => startMirrorStore(start), create: open, maxInitialReads });

describe('Mirror over ioredis, of a cluster of which one server comes back without its data,', () => {
  let store: ClusterStore;
  let mirror: MirrorUnderTest;
  const { report, shows, until } = observe(() => mirror);

  beforeAll(async () => {
    store = await startClusterStore();
  }, 60_000);

  afterAll(async () => {
    await mirror.close();
    await store.stop();
  });

  /** @returns a key that the server of this number serves */
  const keyOn = async (server: number): Promise<string> => {
    for (let attempt = 0; ; attempt += 1) {
      const key = `x:set:${attempt}`;
      if (firstOwnerOf(await store.admin.cluster('KEYSLOT', key)) === server) return key;
    }
  };

  it('keeps the data that the server has lost, and accepts deletions on the other servers', async () => {
    const [lost, deleted, left] = [await keyOn(0), await keyOn(1), await keyOn(2)];
    for (const key of [lost, deleted, left]) await store.admin.sadd(key, 'a');
    mirror = await open(store, 'x:');
    await until(({ isUpToDate, size }) => isUpToDate && size === 3, 'the initial load');
    await store.topology.servers[0]?.restart({ empty: true });
    await store.admin.del(deleted);
    await until((found) => found.isUpToDate && found.lost === 1, 'the loss to be found');
    await shows(deleted);
    await shows(lost, 'a');
    await shows(left, 'a');
    expect(await report()).toMatchObject({ lost: 1, size: 2 });
  });
});
