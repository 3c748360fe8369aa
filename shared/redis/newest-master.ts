import type { RedisNode } from './url/redis-url-authority.ts';

/** What one Sentinel says of a master. */
export interface SentinelAnswer {
  readonly master: RedisNode;
  /** Rises with each failover. */
  readonly epoch: number;
}

/** Reads what `SENTINEL MASTER` answers. */
export function toSentinelAnswer(fields: ReadonlyMap<string, string>): SentinelAnswer {
  const master = { host: fields.get('ip') ?? '', port: Number(fields.get('port')) };
  return { master, epoch: Number(fields.get('config-epoch')) };
}

/**
 * Takes the newest word of all: a Sentinel that was cut off from the others still names the old master.
 * @param asked one for each Sentinel
 * @throws Error where none names a master, with the reason of the last
 */
export async function findNewestMaster(asked: readonly Promise<SentinelAnswer>[]): Promise<RedisNode> {
  const settled = await Promise.allSettled(asked);
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [newest] = answers.sort((one, other) => other.epoch - one.epoch);
  if (newest !== undefined) return newest.master;
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  throw new Error(`No Sentinel names a master: ${reasons.at(-1) ?? ''}`);
}
