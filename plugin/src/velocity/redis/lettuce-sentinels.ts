import { findNewestMaster, toSentinelAnswer } from '../../../../shared/redis/newest-master.ts';
import type { SentinelAnswer } from '../../../../shared/redis/newest-master.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../../shared/redis/url/redis-url.ts';
import { toArray, toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { sentinelUri } from './redis-uris.ts';

/**
 * How much later than the first the others may answer, in milliseconds. The first may take as long as
 * connecting may.
 */
const GRACE_MS = 500;

/**
 * Asks all Sentinels at once who the master is, and takes the newest answer. Lettuce's own way takes the
 * first answer, also of a Sentinel that was cut off from the others (ADR 11). Each is asked on a connection
 * of its own, so that nothing is left open between.
 * @throws Error where none names a master
 */
export function findMaster(
  url: RedisSentinelUrl,
  { client, executor, timers }: LettuceAccess,
): Promise<RedisNode> {
  const ask = async (node: RedisNode): Promise<SentinelAnswer> => {
    const sentinel = await client.connectToSentinel(sentinelUri(url, node));
    try {
      const fields = await toPromise(sentinel.async().master(url.master), executor);
      const entries = toArray(fields.entrySet()).map((entry) => [entry.getKey(), entry.getValue()] as const);
      return toSentinelAnswer(new Map(entries));
    } finally {
      client.close(sentinel);
    }
  };
  const asked = url.nodes.map(ask);
  const grace = (): Promise<never> =>
    new Promise((_, reject) => {
      timers.after(GRACE_MS, () => {
        reject(new Error('The Sentinel does not answer'));
      });
    });
  const tooLate = Promise.any(asked).then(grace);
  return findNewestMaster(asked.map((answer) => Promise.race([answer, tooLate])));
}
