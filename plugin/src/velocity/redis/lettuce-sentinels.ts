import { findNewestMaster, toSentinelAnswer } from '../../../../shared/redis/newest-master.ts';
import type { SentinelAnswer } from '../../../../shared/redis/newest-master.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../../shared/redis/url/redis-url.ts';
import { toMap } from '../to-map.ts';
import { toPromise } from '../to-promise.ts';
import type { LettuceAccess } from './lettuce-connection.ts';
import { sentinelUri } from './redis-uris.ts';

/** How much later than the first the others may answer, in milliseconds. The first may take as long as connecting may. */
const GRACE_MS = 500;

/**
 * Who the master is, by the word of Sentinels. Each is asked on a connection of its own, so that nothing is left open between. Lettuce's own way takes the word of the first
 * that answers.
 */
export class LettuceSentinels {
  readonly #access: LettuceAccess;
  readonly #url: RedisSentinelUrl;

  constructor(access: LettuceAccess, url: RedisSentinelUrl) {
    this.#access = access;
    this.#url = url;
  }

  /**
   * Asks all at once.
   * @throws Error where none names a master
   */
  findMaster(): Promise<RedisNode> {
    const asked = this.#url.nodes.map((node) => this.#ask(node));
    const tooLate = Promise.any(asked).then(() => this.#failAfterGrace());
    return findNewestMaster(asked.map((answer) => Promise.race([answer, tooLate])));
  }

  #failAfterGrace(): Promise<never> {
    return new Promise((_, reject) => {
      this.#access.timers.after(GRACE_MS, () => {
        reject(new Error('The Sentinel does not answer'));
      });
    });
  }

  async #ask(node: RedisNode): Promise<SentinelAnswer> {
    const { client, host } = this.#access;
    const sentinel = await client.connectToSentinel(sentinelUri(this.#url, node));
    try {
      return toSentinelAnswer(
        toMap(await toPromise(sentinel.async().master(this.#url.master), host.thread())),
      );
    } finally {
      client.close(sentinel);
    }
  }
}
