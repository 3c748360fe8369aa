import type { Redis, RedisOptions } from 'ioredis';
import type { RedisSentinelUrl } from '../../../shared/redis/url/redis-url.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { ping } from './heartbeat.ts';
import type { Pulse } from './heartbeat.ts';
import { MasterConnector } from './master-connector.ts';
import { openConnection } from './redis-connection.ts';
import { accessOptions } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';
import { Sentinels } from './sentinels.ts';

/** The Sentinels are asked at each so many heartbeats whether the master is still the one. */
const BEATS_BETWEEN_QUESTIONS = 2;

/** A connection to the master that Sentinels name, and to its successor when there is one. */
export function connectToMaster(place: RedisPlace<RedisSentinelUrl>, options: ConnectionOptions): Redis {
  const access = accessOptions(place);
  const connector = new MasterConnector(new Sentinels(place), access);
  const target = { ...access, db: place.url.database, Connector: only(connector) };
  return openConnection(target, options, createPulse(connector));
}

/** ioredis makes its connector itself, once a connection. */
function only(connector: MasterConnector): NonNullable<RedisOptions['Connector']> {
  return function give() {
    return connector;
  } as unknown as NonNullable<RedisOptions['Connector']>;
}

/** A master that was replaced while it lived goes on for some ten seconds before Sentinels demote it, and one that is cut off with its clients for longer. */
function createPulse(connector: MasterConnector): Pulse {
  let beats = 0;
  return async (redis) => {
    await (redis.mode === 'subscriber' ? ping(redis) : assertMaster(redis));
    if (++beats % BEATS_BETWEEN_QUESTIONS === 0) await connector.assertStillNamed();
  };
}

async function assertMaster(redis: Redis): Promise<void> {
  const [role] = (await redis.call('ROLE')) as [string];
  if (role !== 'master') throw new Error('The server is no master any more.');
}
