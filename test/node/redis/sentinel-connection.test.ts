import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { replaceMaster, sendToEach, startSentinelStore } from '../../support/redis/redis-stores.ts';
import type { SentinelStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

describe('a connection to the master that Sentinels name', () => {
  let store: SentinelStore;

  beforeAll(async () => {
    store = await startSentinelStore();
  }, 60_000);

  afterAll(async () => {
    await store.stop();
  });

  const connect = (url: string) => {
    const logger = new RecordingLogger();
    const client = createRedisClient(toRedisEndpoint(url), {
      name: 'test-sentinel',
      timers: new NodeTimers(),
      logger,
    });
    return { client, logger };
  };

  it('leaves a master that was replaced while it is alive, before the Sentinels demote it', async () => {
    const { topology } = store;
    const { client } = connect(store.url);
    const port = async (): Promise<number> => {
      const info = await client.info('server').catch(() => '');
      return Number(/tcp_port:(\d+)/.exec(info)?.[1]);
    };
    const before = await topology.masterPort();
    await eventually(async () => (await port()) === before, { what: 'the connection' });
    await replaceMaster(topology);
    await eventually(
      async () => (await port()) === (await topology.masterPort()) && (await port()) !== before,
      {
        withinMs: 30_000,
        what: 'the connection to the new master',
      },
    );
    const old = store.servers.filter((server) => server.port === before);
    expect(await sendToEach(old, 'ROLE')).toEqual([expect.arrayContaining(['master'])]);
    client.disconnect();
  });

  it('is made again without a warning if its only Sentinel has been asked before', async () => {
    const { client, logger } = connect(store.url.replace(/,[^?]+/, ''));
    let connections = 0;
    client.on('ready', () => {
      connections += 1;
      if (connections < 3) client.disconnect(true);
    });
    await eventually(() => connections === 3, { what: 'the third connection' });
    client.disconnect();
    expect(logger.at('warn').filter((line) => line.includes('knows no master'))).toEqual([]);
  });
});
