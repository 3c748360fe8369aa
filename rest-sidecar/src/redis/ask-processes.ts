import { RedisError } from '../../../shared/redis/redis-error.ts';
import { parseRunId } from '../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';
import { masterOf, mastersOf } from './redis-client.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError } from './redis-replies.ts';

/** @throws {RedisError} where a process that serves a part of the keys does not answer, or may not be asked (`NOPERM`) */
export async function askProcesses(client: RedisClient): Promise<ServingProcesses> {
  const asked = mastersOf(client).map(async (master) => {
    const info = await orRedisError(master.info('server'));
    return [master, parseRunId(info)] as const;
  });
  const idOf = new Map(await Promise.all(asked));
  const of = (key: string): string => {
    const id = idOf.get(masterOf(client, key));
    if (id === undefined) throw new RedisError('unreachable', 'A part of the cluster has moved.');
    return id;
  };
  return { ids: [...idOf.values()], of };
}
