import { afterEach, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { createRedisClient, onConnectionLost } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { heartbeatCollection } from '../../../node/redis/mirroring/heartbeats.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { clusterNodeSettings } from '../../support/redis/cluster-node-settings.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { sendToEach, startServerStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { untilConnected } from '../../support/redis/until-connected.ts';

const keys = new RedisKeys('fc:');
const timers = new NodeTimers();
const PATIENCE = { withinMs: 30_000 };
/** Longer than a heartbeat lives. */
const OUTAGE_MS = 20_000;
const HEARTBEAT = {
  kind: 'proxy',
  health: 'ok',
  name: 'h:1',
  version: '1',
  startedAt: 1,
  clock: 2,
  seenAt: 2,
};

const stops: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('a restarted Redis has lost nothing if only heartbeats have expired meanwhile', async () => {
  const store = await startServerStore();
  const faults = await startFaultProxy(store.server.port);
  stops.push(
    async () => store.stop(),
    async () => faults.stop(),
  );
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const endpoint = toRedisEndpoint(faults.url);
  const redis = createRedisClient(endpoint, { name: 'test-heartbeats', timers });
  const commands = new IoredisCommands(redis);
  const mirror = new Mirror({
    commands,
    changeFeed: createChangeFeed(redis, endpoint, { name: 'test-heartbeats', timers, logger }),
    clock: time,
    timers: time,
    logger,
    dataName: 'keys',
    revalidateMs: 10_000,
  });
  const heartbeats = mirror.add(heartbeatCollection(commands, keys));
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const progresses = (): boolean => {
      time.advance(100);
      return holds();
    };
    await eventually(progresses, { ...PATIENCE, what });
  };
  const isCurrent = (): boolean => mirror.isLoaded && mirror.failure === undefined;

  stops.push(() => {
    mirror.close();
    redis.disconnect();
  });
  const ids = ['a', 'b', 'c'].map((id) => keys.programOf('proxy', id));
  for (const key of ids) await store.admin.hset(key, HEARTBEAT);
  mirror.start();
  await until(() => isCurrent() && heartbeats.size === ids.length, 'the initial load');
  await faults.set({ kind: 'refuse' });
  faults.dropConnections();
  await until(() => !isCurrent(), 'the loss');
  await store.server.restart();
  await store.admin.del(...ids);
  time.advance(OUTAGE_MS);
  await faults.set({ kind: 'none' });
  await until(() => isCurrent() && heartbeats.size === 0, 'the reconnection');
  expect(logger.at('warn')).toEqual([]);
});

it('a server of a cluster is not taken for one without its keys while its cluster has failed', async () => {
  const server = await startRedis({ settings: await clusterNodeSettings() });
  await sendToEach([server], 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  const endpoint = toRedisEndpoint(server.url.replace('redis', 'redis-cluster'));
  const redis = createRedisClient(endpoint, { name: 'test-processes', timers });
  await untilConnected(redis);
  stops.push(
    async () => server.stop(),
    () => {
      redis.disconnect();
    },
  );
  const commands = new IoredisCommands(redis);
  const isIdentified = async (): Promise<boolean> =>
    await commands.processes().then(
      ({ ids }) => ids.length === 1,
      () => false,
    );
  await eventually(isIdentified, PATIENCE);
  await sendToEach([server], 'CLUSTER', 'DELSLOTS', '5');
  await eventually(async () => !(await isIdentified()), PATIENCE);
  await sendToEach([server], 'CLUSTER', 'ADDSLOTS', '5');
  await eventually(isIdentified, PATIENCE);
});
