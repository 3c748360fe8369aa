import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Cluster, Redis } from 'ioredis';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { firstOwnerOf, startCluster } from './redis-cluster.ts';
import { startSentinels } from './redis-sentinels.ts';
import { startTlsRedis } from './redis-tls.ts';

describe('startSentinels', () => {
  it('promotes the replica when the master is down', async () => {
    const topology = await startSentinels();
    const [master, replica] = topology.servers;
    expect(await topology.masterPort()).toBe(master.port);
    await master.kill();
    await eventually(async () => (await topology.masterPort()) === replica.port, {
      withinMs: 20_000,
      everyMs: 50,
      what: 'the failover',
    });
    const redis = new Redis(replica.url);
    await eventually(() => redis.set('key', 'value'), { what: 'a write' });
    redis.disconnect();
    await topology.stop();
  });
});

describe('startCluster', () => {
  it('serves all slots, moves one with its keys, and survives the loss of a master', async () => {
    const topology = await startCluster();
    const cluster = new Cluster([topology.servers[0]?.url ?? ''], {
      redisOptions: OWN_CONNECTION,
      retryDelayOnFailover: 200,
    });
    cluster.on('error', () => undefined);
    await cluster.set('key', 'value');
    const slot = await cluster.cluster('KEYSLOT', 'key');
    const owner = firstOwnerOf(slot);
    await topology.moveSlot(slot, owner, (owner + 1) % 3);
    expect(await cluster.get('key')).toBe('value');
    await topology.servers[(owner + 1) % 3]?.kill();
    await eventually(async () => (await cluster.get('key')) === 'value', {
      withinMs: 20_000,
      everyMs: 100,
      what: 'the replica to take over',
    });
    cluster.disconnect();
    await topology.stop();
  });
});

describe('startTlsRedis', () => {
  it('is trusted only by clients that know its authority', async () => {
    const server = await startTlsRedis();
    const connect = async (tls: object): Promise<string> => {
      const redis = new Redis(server.url, { ...OWN_CONNECTION, tls, retryStrategy: null, lazyConnect: true });
      redis.on('error', () => undefined);
      try {
        await redis.connect();
        return await redis.ping();
      } finally {
        redis.disconnect();
      }
    };
    expect(await connect({ ca: readFileSync(server.caFile) })).toBe('PONG');
    await expect(connect({})).rejects.toThrow();
    await server.stop();
  });
});
