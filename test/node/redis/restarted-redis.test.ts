import { expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { onConnectionLost } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { heartbeatCollection } from '../../../node/redis/mirroring/heartbeats.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { heartbeatOf } from '../../support/redis/heartbeat-of.ts';
import { startServerStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { useStarted } from '../../support/use-started.ts';

const keys = new RedisKeys('fc:');
/** Longer than a heartbeat lives. */
const OUTAGE_MS = 20_000;

const store = useStarted(startServerStore);
const faults = useStarted(async () => await startFaultProxy(store.server.port));

it('a restarted Redis has lost nothing if only heartbeats have expired meanwhile', async () => {
  const time = new ManualTime();
  const { client } = connectClient(faults.url);
  const logger = new RecordingLogger();
  const commands = new IoredisCommands(client);
  const mirror = new Mirror({
    commands,
    changeFeed: createChangeFeed(client, toRedisEndpoint(faults.url), {
      name: 'test',
      timers: new NodeTimers(),
      logger,
    }),
    clock: time,
    timers: time,
    logger,
    dataName: 'keys',
    revalidateMs: 10_000,
  });
  const heartbeats = mirror.add(heartbeatCollection(commands, keys));
  onConnectionLost(client, () => {
    mirror.recordLostConnection();
  });
  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const progresses = (): boolean => {
      time.advance(100);
      return holds();
    };
    await eventually(progresses, { what });
  };
  const isCurrent = (): boolean => mirror.isLoaded && mirror.failure === undefined;

  const ids = ['a', 'b', 'c'].map((id) => keys.programOf('proxy', id));
  for (const key of ids) await store.admin.hset(key, heartbeatOf('h:1'));
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
  mirror.close();
  client.disconnect();
});
