import { describe, expect, it } from '@jest/globals';
import { reasonOf } from '../../../node/redis/connecting/connection-log.ts';
import { createCli } from '../../admin/cli/run-cli.ts';
import { eventually } from '../../support/eventually.ts';
import { clusterNodeSettings } from '../../support/redis/cluster-node-settings.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { sendToEach, startClusterStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import {
  startAnnouncingNode,
  startAnnouncingSentinel,
  UNUSABLE_SERVERS,
  UNUSABLE_VALKEYS,
} from '../../support/redis/unusable-servers.ts';

const connect = (url: string, natMap?: string) => {
  const { client, logger } = connectClient(url, { natMap });
  const isUsable = async () => (await client.get('key').catch(() => undefined)) === null;
  return { client, logger, isUsable };
};

describe.each([...UNUSABLE_SERVERS, ...UNUSABLE_VALKEYS])('%s', (_, start) => {
  it('is logged with the reason in one line, sent nothing, and ends a command with the reason', async () => {
    const server = await start();
    const { client, logger } = connect(server.url);
    let attempts = 0;
    client.on('error', () => (attempts += 1));
    await eventually(() => attempts > 2, { what: 'some attempts' });
    expect(logger.at('warn')).toEqual([`Redis is unreachable, reconnecting: ${server.reason}`]);
    await expect(client.set('key', 'value')).rejects.toThrow();
    client.disconnect();
    const { code, err } = await createCli(server.url).run('clients', '--json');
    expect([code, err]).toEqual([2, [expect.stringContaining(`cannot be reached: ${server.reason}`)]]);
    await server.stop();
  });
});

it('a host with several addresses is logged with one reason', () => {
  const errors = ['::1:6379', '127.0.0.1:6379'].map((at) => new Error(`connect ECONNREFUSED ${at}`));
  expect(reasonOf(new AggregateError(errors), toRedisEndpoint('redis://localhost').url)).toBe(
    'localhost:6379 refuses connections: start Redis there, or correct the address',
  );
});

it('a server that refuses INFO counts as the right kind', async () => {
  const server = await startRedis({ settings: ['--rename-command', 'INFO', ''] });
  const { client, logger, isUsable } = connect(server.url);
  await eventually(isUsable, { what: 'the connection' });
  client.disconnect();
  await server.stop();
  expect(logger.records).toEqual([]);
});

it.each([
  ['a cluster', startAnnouncingNode],
  ['a Sentinel', startAnnouncingSentinel],
])('an address that %s announces is mapped', async (_, start) => {
  const store = await start();
  const { client, logger, isUsable } = connect(store.url, store.natMap);
  await eventually(isUsable, { what: 'the connection' });
  client.disconnect();
  await store.stop();
  expect(logger.records).toEqual([]);
});

describe('a cluster that leaves the hosts of its servers open', () => {
  it('is used if a server does not know its own address', async () => {
    const server = await startRedis({ settings: await clusterNodeSettings() });
    await sendToEach([server], 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    const { client, isUsable } = connect(`redis-cluster://127.0.0.1:${server.port}`);
    await eventually(isUsable, { what: 'the connection' });
    client.disconnect();
    await server.stop();
  });

  it('is used with unknown endpoints, and with host names that are not set', async () => {
    const store = await startClusterStore();
    for (const type of ['unknown-endpoint', 'hostname']) {
      await sendToEach(store.servers, 'CONFIG', 'SET', 'cluster-preferred-endpoint-type', type);
      const { client } = connect(store.url.replace(/,.*/, ''));
      const read = async (key: string) => await client.get(key);
      const isRead = async () =>
        await Promise.all(['a', 'b', 'c', 'd'].map(read)).then(
          () => true,
          () => false,
        );
      await eventually(isRead, { what: `all masters, with ${type}` });
      client.disconnect();
    }
    await store.stop();
  });

  it('is redirected to the right server', async () => {
    const store = await startClusterStore();
    await sendToEach(store.servers, 'CONFIG', 'SET', 'cluster-preferred-endpoint-type', 'unknown-endpoint');
    const { client, isUsable } = connect(store.url);
    await eventually(isUsable, { what: 'the connection' });
    // The slot of `key`.
    await store.topology.moveSlot(12_539, 2, 0);
    expect(await client.set('key', 'value')).toBe('OK');
    client.disconnect();
    await store.stop();
  });
});
