import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisSentinelUrl } from '../../../../shared/redis/url/redis-url.ts';
import { toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { sentinelUri } from './redis-uris.ts';

/** The reply of one Sentinel. */
interface SentinelAnswer {
  readonly master: RedisNode;
  /** Incremented with each failover. */
  readonly epoch: number;
}

/**
 * How long to wait for the other Sentinels after the first reply, in milliseconds. The first reply is limited
 * only by the connect timeout.
 */
const GRACE_MS = 500;

/**
 * Queries all Sentinels in parallel for the master, and returns the newest answer. Lettuce itself uses the
 * first answer, even of a Sentinel that is cut off from the others (ADR 11). Each query opens its own
 * connection, so that none stays open between queries.
 * @throws the failure of a Sentinel, if none names a master
 */
export function findMaster(
  url: RedisSentinelUrl,
  { client, executor, timers }: LettuceAccess,
): Promise<RedisNode> {
  const query = async (node: RedisNode): Promise<SentinelAnswer> => {
    const sentinel = await toPromise(client.connectToSentinel(sentinelUri(url, node)), executor);
    try {
      const fields = await toPromise(sentinel.async().master(url.master), executor);
      const master = { host: fields.get('ip') ?? '', port: Number(fields.get('port')) };
      return { master, epoch: Number(fields.get('config-epoch')) };
    } finally {
      sentinel.closeAsync();
    }
  };
  const answers = url.nodes.map(query);
  const grace = (): Promise<never> =>
    new Promise((_, reject) => {
      timers.after(GRACE_MS, () => {
        reject(new Error('The Sentinel does not answer'));
      });
    });
  const tooLate = Promise.any(answers).then(grace);
  return findNewestMaster(answers.map((answer) => Promise.race([answer, tooLate])));
}

/**
 * Returns the master with the latest epoch.
 * @param pending the answer of each Sentinel
 * @throws the failure of a Sentinel, if none names a master
 */
async function findNewestMaster(pending: readonly Promise<SentinelAnswer>[]): Promise<RedisNode> {
  const settled = await Promise.allSettled(pending);
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [newest] = answers.sort((one, other) => other.epoch - one.epoch);
  return (newest ?? (await Promise.race(pending))).master;
}
