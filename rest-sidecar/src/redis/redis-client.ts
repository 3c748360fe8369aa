import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { slotOf } from '../../../shared/redis/cluster-slot.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisSentinelUrl, RedisServerUrl } from '../../../shared/redis/url/redis-url.ts';
import { connectToCluster } from './cluster-connection.ts';
import { createPasswordCheck } from './connection-log.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openConnection } from './redis-connection.ts';
import type { RedisPlace } from './redis-place.ts';
import { connectToMaster } from './sentinel-connection.ts';

/** What takes commands: a connection to one server, or those to the masters of a cluster. */
export type RedisClient = Redis | Cluster;

const SLOTS = 16_384;

/**
 * Connects by itself, now and after every loss. Commands always settle: none is queued while there is no
 * connection, and none is sent twice. It emits `ready` each time it can be used; failures to connect are
 * emitted as `error` and end nothing.
 */
export function createRedisClient({ url, authority }: RedisPlace, options: ConnectionOptions): RedisClient {
  const checkPassword = createPasswordCheck(url, options);
  if (url.kind === 'cluster') {
    return connectToCluster({ url, authority }, options).on('+node', checkPassword);
  }
  const redis = connectToServer({ url, authority }, options);
  checkPassword(redis);
  return redis;
}

/**
 * A connection to the one server that has all keys: the one of the URL, or the master that its Sentinels
 * name.
 */
export function connectToServer(
  { url, authority }: RedisPlace<RedisServerUrl | RedisSentinelUrl>,
  options: ConnectionOptions,
): Redis {
  if (url.kind === 'sentinel') return connectToMaster({ url, authority }, options);
  const [{ host, port }] = url.nodes;
  return openConnection({ url, authority }, { host, port, db: url.database }, options);
}

/**
 * @returns the connections to all servers that have a part of the keys, for commands that are about no key
 * @throws {RedisError} `unreachable` where one of them is not there
 */
export function mastersOf(client: RedisClient): readonly Redis[] {
  if (!(client instanceof Cluster)) return [client];
  const byName = new Map(client.nodes('master').map((redis) => [nameOf(redis), redis]));
  const owners = new Set(Array.from({ length: SLOTS }, (_, slot) => client.slots[slot]?.[0]));
  return [...owners].map((owner) => byName.get(owner ?? '') ?? refuse());
}

/**
 * @returns which of the connections of `mastersOf()` serves a key
 * @throws {RedisError} `unreachable` where it is not there
 */
export function masterOf(client: RedisClient, key: string): Redis {
  if (!(client instanceof Cluster)) return client;
  const owner = client.slots[slotOf(key)]?.[0];
  return client.nodes('master').find((redis) => nameOf(redis) === owner) ?? refuse();
}

/** Whether one script may use keys of any names: in a cluster, those of one slot alone. */
export function areTogether(client: RedisClient): boolean {
  return !(client instanceof Cluster);
}

/** Calls `lost` whenever a connection on which commands are sent is lost, before another takes its place. */
export function watchLosses(client: RedisClient, lost: () => void): void {
  if (client instanceof Cluster) client.on('-node', lost);
  else client.on('close', lost);
}

function refuse(): never {
  throw new RedisError('unreachable', 'A part of the cluster is not connected.');
}

function nameOf({ options: { host = '', port = 0 } }: Redis): string {
  return `${host}:${port}`;
}
