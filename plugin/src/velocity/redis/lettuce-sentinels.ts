import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../../shared/redis/url/redis-url.ts';
import { toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { sentinelUri } from './redis-uris.ts';

/** What one Sentinel says of a master. */
interface SentinelAnswer {
  readonly master: RedisNode;
  /** Rises with each failover. */
  readonly epoch: number;
}

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
      const master = { host: fields.get('ip') ?? '', port: Number(fields.get('port')) };
      return { master, epoch: Number(fields.get('config-epoch')) };
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

/**
 * Takes the answer of the latest epoch.
 * @param asked one for each Sentinel
 * @throws Error where none names a master, with the reason of the last
 */
async function findNewestMaster(asked: readonly Promise<SentinelAnswer>[]): Promise<RedisNode> {
  const settled = await Promise.allSettled(asked);
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [newest] = answers.sort((one, other) => other.epoch - one.epoch);
  if (newest !== undefined) return newest.master;
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  throw new Error(`No Sentinel names a master: ${reasons.at(-1) ?? ''}`);
}
