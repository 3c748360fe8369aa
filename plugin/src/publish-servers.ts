import type { Logger } from '../../shared/logger.ts';
import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';

interface PublishServersDependencies {
  readonly commands: Pick<RedisCommands, 'setNx'>;
  readonly keys: RedisKeys;
  readonly logger: Logger;
}

/**
 * Writes a record for each game server that has none, so that the REST interface shows it. Never rejects: a
 * failure of Redis is logged.
 * @param names of the servers in the proxy, which are their ids
 */
export async function publishServers(
  names: readonly string[],
  { commands, keys, logger }: PublishServersDependencies,
): Promise<void> {
  // The REST interface rejects other ids (G23, G77).
  const ids = names.filter((name) => /^\P{Cs}+$/u.test(name));
  if (ids.length < names.length) logger.warn('Servers whose name is empty or not Unicode are not published');
  const writes = ids.map((id) => commands.setNx(keys.serverOf(id), JSON.stringify({ displayName: id })));
  try {
    await Promise.all(writes);
  } catch (cause) {
    if (!(cause instanceof RedisError)) throw cause;
    logger.warn(`Servers are not published until the next connection to Redis: ${cause.message}`);
  }
}
