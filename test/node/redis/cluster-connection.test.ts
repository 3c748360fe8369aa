import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Cluster } from 'ioredis';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { SLOTS_REFRESH_MS } from '../../../node/redis/connecting/cluster-connection.ts';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { clusterNodeSettings } from '../../support/redis/cluster-node-settings.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { sendToEach, startClusterStore } from '../../support/redis/redis-stores.ts';
import { useStarted } from '../../support/use-started.ts';

const connect = (url: string): Cluster => connectClient(url).client as Cluster;

describe('a connection to a cluster', () => {
  const store = useStarted(startClusterStore);

  it('stops refreshing the slot map if it is disconnected during a refresh', async () => {
    const cluster = connect(store.url);
    await once(cluster, 'ready');
    const refresh = cluster.refreshSlotsCache.bind(cluster);
    let refreshes = 0;
    await new Promise<void>((resolve) => {
      // The next refresh is the periodic one.
      cluster.refreshSlotsCache = (callback) => {
        refreshes++;
        refresh((error) => {
          callback?.(error);
          resolve();
        });
        if (refreshes === 1) cluster.disconnect();
      };
    });
    const before = refreshes;
    // A refresh that was scheduled in the meantime fires before this timer: timers of equal duration fire in
    // order.
    await delay(SLOTS_REFRESH_MS);
    expect(refreshes).toBe(before);
  });

  it('executes every command after an outage of all servers, and none during the outage', async () => {
    const cluster = connect(store.url);
    const answers = async (): Promise<boolean> =>
      await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => await cluster.get(key))).then(
        () => true,
        () => false,
      );
    await eventually(answers, { what: 'the connection' });
    for (const server of store.servers) await server.kill();
    await eventually(() => cluster.status !== 'ready', { what: 'the loss of all servers' });
    await expect(cluster.get('a')).rejects.toThrow();
    for (const server of store.servers) await server.restart();
    await eventually(answers, { what: 'the connection to be back' });
    cluster.disconnect();
  });

  it.each([
    ['are gone', 'kill'],
    ['do not answer', 'pause'],
  ] as const)('finds a cluster by its seeds whose former addresses %s', async (_, stop) => {
    const [former, next] = await Promise.all([startClusterStore(), startClusterStore()]);
    const seed = await startFaultProxy(former.servers[0]?.port ?? 0);
    const cluster = connect(`redis-cluster://127.0.0.1:${seed.port}`);
    const isSet = async (): Promise<boolean> => (await cluster.set('key', 'value').catch(() => '')) === 'OK';
    await eventually(isSet, { what: 'the connection' });
    seed.redirect(next.servers[0]?.port ?? 0);
    seed.dropConnections();
    for (const server of former.servers) await server[stop]();
    const isFound = async (): Promise<boolean> => {
      await isSet();
      return (await next.admin.get('key')) === 'value';
    };
    await eventually(isFound, { withinMs: 60_000, what: 'the connection to the next cluster' });
    cluster.disconnect();
    for (const server of former.servers) server.resume();
    await Promise.all([seed, former, next].map((one) => one.stop()));
  });

  it('to an absent cluster settles commands and transactions', async () => {
    const cluster = connect(`redis-cluster://127.0.0.1:${await freePort()}`);
    await expect(cluster.get('key')).rejects.toThrow(/isn't ready/);
    await expect(cluster.multi().get('key').exec()).rejects.toThrow(/None of startup nodes/);
    cluster.disconnect();
  });

  it('does not take a server for one without its keys while the cluster has failed', async () => {
    const server = await startRedis({ settings: await clusterNodeSettings() });
    await sendToEach([server], 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    const cluster = connect(server.url.replace('redis', 'redis-cluster'));
    const commands = new IoredisCommands(cluster);
    const isIdentified = async (): Promise<boolean> =>
      await commands.processes().then(
        ({ ids }) => ids.length === 1,
        () => false,
      );
    await eventually(isIdentified);
    await sendToEach([server], 'CLUSTER', 'DELSLOTS', '5');
    await eventually(async () => !(await isIdentified()));
    await sendToEach([server], 'CLUSTER', 'ADDSLOTS', '5');
    await eventually(isIdentified);
    cluster.disconnect();
    await server.stop();
  });
});
