import { Redis } from 'ioredis';
import { findNewestMaster, toSentinelAnswer } from '../../../shared/redis/newest-master.ts';
import type { SentinelAnswer } from '../../../shared/redis/newest-master.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../shared/redis/url/redis-url.ts';
import { pairsToMap } from '../snapshots/pairs.ts';
import { SETTLE_ALWAYS } from './connection-options.ts';
import { accessOptions } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';

/** One Sentinel's time to be connected to, and again to answer. */
const PATIENCE_MS = 500;

/** Who the master is, by the word of Sentinels. Each is asked on a connection of its own, so that nothing is left open between. */
export class Sentinels {
  readonly #place: RedisPlace<RedisSentinelUrl>;

  constructor(place: RedisPlace<RedisSentinelUrl>) {
    this.#place = place;
  }

  /**
   * Asks all at once.
   * @throws Error where none names a master
   */
  async findMaster(): Promise<RedisNode> {
    return await findNewestMaster(this.#place.url.nodes.map(async (sentinel) => await this.#ask(sentinel)));
  }

  async #ask({ host, port }: RedisNode): Promise<SentinelAnswer> {
    const { url, authority } = this.#place;
    const access = accessOptions({ url: { ...url, credentials: url.sentinelCredentials }, authority });
    const times = { connectTimeout: PATIENCE_MS, commandTimeout: PATIENCE_MS };
    const sentinel = new Redis({ ...SETTLE_ALWAYS, ...access, ...times, host, port, retryStrategy: null });
    let reason: Error | undefined;
    sentinel.on('error', (error: Error) => (reason ??= error));
    try {
      await sentinel.connect();
      return toSentinelAnswer(
        pairsToMap((await sentinel.call('SENTINEL', 'MASTER', url.master)) as string[]),
      );
    } catch (cause) {
      throw reason ?? cause;
    } finally {
      sentinel.disconnect();
    }
  }
}
