import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { Sentinels } from './sentinels.ts';
import { ServerConnector } from './server-connector.ts';
import type { SocketOptions } from './server-connector.ts';

/** How ioredis gets a socket to the master: by asking for it each time. ioredis's own takes the word of the first Sentinel that answers. */
export class MasterConnector extends ServerConnector {
  readonly #sentinels: Sentinels;
  /** What was connected to last. */
  #master: RedisNode | undefined;

  constructor(sentinels: Sentinels, options: Pick<SocketOptions, 'tls'>) {
    super(options);
    this.#sentinels = sentinels;
  }

  protected override async findServer(): Promise<RedisNode> {
    this.#master = await this.#sentinels.findMaster();
    return this.#master;
  }

  /** @throws Error where the Sentinels name another master by now; without their word, the one that is connected to stays */
  async assertStillNamed(): Promise<void> {
    const named = await this.#sentinels.findMaster().catch(() => this.#master);
    if (named?.host !== this.#master?.host || named?.port !== this.#master?.port) {
      throw new Error('The Sentinels name another master.');
    }
  }
}
