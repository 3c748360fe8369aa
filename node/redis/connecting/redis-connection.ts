import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import { pauseMsAfter } from '../../../shared/redis/mirror/backoff.ts';
import { describeNode } from '../../../shared/redis/url/redis-node.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { checkServer } from './check-server.ts';
import { annotateErrors, logConnectionErrors } from './connection-log.ts';
import { MAX_RETRY_MS, redisOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { followMaster } from './follow-master.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';
import { watchServer } from './watch-server.ts';

/**
 * Opens a connection that connects immediately, reconnects after every loss, and whose commands always
 * settle. It emits `ready` each time it becomes usable; it emits failures to connect as `error`, and
 * continues to try.
 * @param target the ioredis options that select the server
 * @param detailsOf what is known about its errors
 * @param name of the server in log lines; `Redis` by default
 */
export function openConnection(
  endpoint: RedisEndpoint,
  target: Omit<RedisOptions, 'replyMapping'>,
  options: ConnectionOptions,
  detailsOf: Parameters<typeof annotateErrors>[1] = () => ({}),
  name?: string,
): Redis {
  const redis = new Redis({
    ...redisOptions(endpoint),
    enableOfflineQueue: false,
    retryStrategy: (attempt: number) => pauseMsAfter(attempt, MAX_RETRY_MS),
    ...target,
  });
  const { url } = endpoint;
  const { host, port, sentinels } = target;
  const watch = options.conditions?.watch(
    host === undefined || port === undefined ? describeNodes(url) : describeNode({ host, port }),
  );
  checkServer(redis, url, options.name, watch);
  annotateErrors(redis, detailsOf);
  logConnectionErrors(redis, url, options, name);
  // If Redis refuses the database of the URL, ioredis would continue in database 0, which has other data.
  redis.on('error', (error) => {
    if (isRefusedDatabase(error)) redis.disconnect(true);
  });
  watchServer(redis, options, watch);
  if (url.topology === 'server' || sentinels !== undefined) followMaster(redis, options, watch);
  return redis;
}

function isRefusedDatabase(error: Error & { readonly command?: { readonly name: string } }): boolean {
  return error.command?.name === 'select';
}
