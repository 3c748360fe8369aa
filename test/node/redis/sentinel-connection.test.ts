import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { replaceMaster, sendToEach, startSentinelStore } from '../../support/redis/redis-stores.ts';
import { useStarted } from '../../support/use-started.ts';

describe('a connection to the master that Sentinels name', () => {
  const store = useStarted(startSentinelStore);

  it('leaves a master that was replaced while it is alive, before the Sentinels demote it', async () => {
    const { topology } = store;
    const { client } = connectClient(store.url);
    const port = async (): Promise<number> => {
      const info = await client.info('server').catch(() => '');
      return Number(/tcp_port:(\d+)/.exec(info)?.[1]);
    };
    const before = await topology.masterPort();
    await eventually(async () => (await port()) === before, { what: 'the connection' });
    await replaceMaster(topology);
    await eventually(
      async () => (await port()) === (await topology.masterPort()) && (await port()) !== before,
      { what: 'the connection to the new master' },
    );
    const old = store.servers.filter((server) => server.port === before);
    expect(await sendToEach(old, 'ROLE')).toEqual([expect.arrayContaining(['master'])]);
    client.disconnect();
  });

  it('is made again without a warning if its only Sentinel has been asked before', async () => {
    const { client, logger } = connectClient(store.url.replace(/,[^?]+/, ''));
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
