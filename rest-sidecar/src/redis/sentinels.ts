import { Redis } from 'ioredis';
import type { RedisNode } from '../../../shared/redis/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../shared/redis/redis-url.ts';
import { pairsToMap } from '../snapshots/pairs.ts';
import { SETTLE_ALWAYS } from './connection-options.ts';
import { accessOptions } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';

/** What one Sentinel says. */
interface Answer {
  readonly master: RedisNode;
  /** Rises with each failover. */
  readonly epoch: number;
}

/** One Sentinel's time to be connected to, and again to answer. */
const PATIENCE_MS = 500;

/** Who the master is, by the word of Sentinels. Each is asked on a connection of its own, so that nothing is left open between. */
export class Sentinels {
  readonly #place: RedisPlace<RedisSentinelUrl>;

  constructor(place: RedisPlace<RedisSentinelUrl>) {
    this.#place = place;
  }

  /**
   * Asks all at once and takes the newest word: one that was cut off from the others still names the old master.
   * @throws Error where none names a master, with the reason of the last
   */
  async findMaster(): Promise<RedisNode> {
    const asked = this.#place.url.nodes.map(async (sentinel) => await this.#ask(sentinel));
    const settled = await Promise.allSettled(asked);
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [newest] = answers.sort((one, other) => other.epoch - one.epoch);
    if (newest !== undefined) return newest.master;
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    throw new Error(`No Sentinel names a master: ${reasons.at(-1) ?? ''}`);
  }

  async #ask({ host, port }: RedisNode): Promise<Answer> {
    const { url, authority } = this.#place;
    const access = accessOptions({ url: { ...url, credentials: url.sentinelCredentials }, authority });
    const times = { connectTimeout: PATIENCE_MS, commandTimeout: PATIENCE_MS };
    const sentinel = new Redis({ ...SETTLE_ALWAYS, ...access, ...times, host, port, retryStrategy: null });
    let reason: Error | undefined;
    sentinel.on('error', (error: Error) => (reason ??= error));
    try {
      await sentinel.connect();
      return toAnswer((await sentinel.call('SENTINEL', 'MASTER', url.master)) as string[]);
    } catch (cause) {
      throw reason ?? cause;
    } finally {
      sentinel.disconnect();
    }
  }
}

function toAnswer(reply: readonly string[]): Answer {
  const fields = pairsToMap(reply);
  const master = { host: fields.get('ip') ?? '', port: Number(fields.get('port')) };
  return { master, epoch: Number(fields.get('config-epoch')) };
}
