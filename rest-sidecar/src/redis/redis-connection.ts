import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { RedisServerUrl } from '../../../shared/redis/url/redis-url.ts';
import { retryDelayMs, settleWithin } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { keepAlive } from './heartbeat.ts';
import type { Pulse } from './heartbeat.ts';
import { accessOptions } from './redis-place.ts';
import type { AccessOptions, RedisPlace } from './redis-place.ts';
import { tellOfTrouble } from './tell-of-trouble.ts';

/** Where a connection goes, in ioredis's words. */
type Target = AccessOptions & Pick<RedisOptions, 'host' | 'port' | 'db' | 'Connector'>;

/** A connection to one server. */
export function connectToServer(place: RedisPlace<RedisServerUrl>, options: ConnectionOptions): Redis {
  const { nodes, database } = place.url;
  const [{ host, port }] = nodes;
  return openConnection({ ...accessOptions(place), host, port, db: database }, options);
}

/**
 * A connection that connects by itself, now and after every loss, and whose commands always settle. It says `ready` each time it can be used; failures to
 * connect are told as `error` and end nothing.
 */
export function openConnection(target: Target, options: ConnectionOptions, pulse?: Pulse): Redis {
  const redis = new Redis({
    ...settleWithin(options),
    enableOfflineQueue: false,
    retryStrategy: retryDelayMs,
    ...target,
  });
  tellOfTrouble(redis, options);
  // ioredis would go on in database 0, whose data is another's.
  redis.on('error', (error) => {
    if (isRefusedDatabase(error)) redis.disconnect(true);
  });
  keepAlive(redis, options, pulse);
  redis.connect().catch(() => undefined);
  return redis;
}

function isRefusedDatabase(error: Error & { readonly command?: { readonly name: string } }): boolean {
  return error.command?.name === 'select';
}
