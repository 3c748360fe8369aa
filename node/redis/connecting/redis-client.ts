import calculateSlot from 'cluster-key-slot';
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { keyOf } from '../../../shared/redis/url/redis-node.ts';
import type { RedisSentinelUrl, RedisServerUrl } from '../../../shared/redis/url/redis-url.ts';
import { connectToCluster, nodeOf } from './cluster-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openConnection } from './redis-connection.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';
import { connectToMaster } from './sentinel-connection.ts';

/** A client for commands: a connection to one server, or the connections to the masters of a cluster. */
export type RedisClient = Redis | Cluster;

const SLOTS = 16_384;

/**
 * Creates a client that connects immediately, and reconnects after every loss. Commands always settle: no
 * command is queued while there is no connection, and none is sent twice. The client emits `ready` each time
 * it becomes usable; it emits failures to connect as `error`, and continues to try.
 */
export function createRedisClient(endpoint: RedisEndpoint, options: ConnectionOptions): RedisClient {
  const { url } = endpoint;
  return url.topology === 'cluster'
    ? connectToCluster(endpoint, options)
    : connectToServer({ ...endpoint, url }, options);
}

/**
 * Opens a connection to the server that has all keys: the server of the URL, or the master that the URL's
 * Sentinels name.
 */
export function connectToServer(
  endpoint: RedisEndpoint<RedisServerUrl | RedisSentinelUrl>,
  options: ConnectionOptions,
): Redis {
  const { url } = endpoint;
  if (url.topology === 'sentinel') return connectToMaster({ ...endpoint, url }, options);
  const [{ host, port }] = url.nodes;
  return openConnection(endpoint, { host, port, db: url.database }, options);
}

/**
 * @returns the connections to all servers that have a part of the keys, for commands without a key
 * @throws {RedisError} `unreachable` if one of them is not connected
 */
export function mastersOf(client: RedisClient): readonly Redis[] {
  if (!(client instanceof Cluster)) return [client];
  const byKey = new Map(client.nodes('master').map((redis) => [keyOf(nodeOf(redis)), redis]));
  const owners = new Set(Array.from({ length: SLOTS }, (_, slot) => client.slots[slot]?.[0]));
  return [...owners].map((owner) => byKey.get(owner ?? '') ?? throwDisconnected());
}

/**
 * @returns the connection of `mastersOf()` that serves the key
 * @throws {RedisError} `unreachable` if it is not connected
 */
export function masterOf(client: RedisClient, key: string): Redis {
  if (!(client instanceof Cluster)) return client;
  const owner = client.slots[calculateSlot(key)]?.[0];
  return client.nodes('master').find((redis) => keyOf(nodeOf(redis)) === owner) ?? throwDisconnected();
}

/** Calls `listener` whenever a connection for commands is lost, before a new one replaces it. */
export function onConnectionLost(client: RedisClient, listener: () => void): void {
  if (!(client instanceof Cluster)) {
    client.on('close', listener);
    return;
  }
  // ioredis also connects to replicas, which are sent no commands.
  client.on('-node', (redis: Redis) => {
    if (redis.options.readOnly !== true) listener();
  });
}

function throwDisconnected(): never {
  throw new RedisError('unreachable', 'A part of the cluster is not connected.');
}
