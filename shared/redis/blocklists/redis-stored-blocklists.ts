import type { BlocklistName } from '../../feature-control/blocklist-name.ts';
import type { StoredBlocklists } from '../../feature-control/stored-blocklists.ts';
import type { TimedFeatures } from '../../feature-control/timed-features.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { isForbidden, RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';
import { NO_TIMED_FEATURES } from './timed-blocklist-kind.ts';

/**
 * What of Redis an admin's commands need, beside what both programs use. Every call settles as those of
 * `RedisCommands` do.
 */
export interface NameCommands extends Pick<
  RedisCommands,
  'evaluate' | 'evaluateTexts' | 'keysStartingWith' | 'scard' | 'zscan'
> {
  /**
   * Members of a set that begin with `prefix`, by `SSCAN`, at most `most` of them and none twice. Of a large
   * set only a part is looked at, so that neither side is held up.
   * @throws {RedisError} `wrong-type` where the key holds no set
   */
  membersStartingWith(key: string, prefix: string, most: number): Promise<readonly string[]>;

  /**
   * `ZREVRANGE key 0 count-1`: the members with the highest scores, those first. Empty where there is no such
   * key.
   */
  zrevrange(key: string, count: number): Promise<readonly string[]>;
}

/** The blocklists of the Redis contract, as they are stored. */
export class RedisStoredBlocklists implements StoredBlocklists {
  readonly #commands: NameCommands;
  readonly #keys: RedisKeys;

  constructor(commands: NameCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /** @throws {RedisError} `wrong-type` where the key holds no set */
  async size(list: BlocklistName): Promise<number> {
    const [count = 0] = await this.#commands.scard([this.#keys.blocklistKey(list)]);
    if (count < 0) throw new RedisError('wrong-type', 'WRONGTYPE');
    return count;
  }

  some(list: BlocklistName, prefix: string, most: number): Promise<readonly string[]> {
    return this.#commands.membersStartingWith(this.#keys.blocklistKey(list), prefix, most);
  }

  /** @throws {RedisError} `wrong-type` where the key holds no sorted set */
  async timed(list: BlocklistName): Promise<TimedFeatures> {
    try {
      const [timed] = await this.#commands.zscan([this.#keys.blocklistUntilKey(list)]);
      if (timed === undefined) throw new RedisError('wrong-type', 'WRONGTYPE');
      return timed;
    } catch (cause) {
      if (isForbidden(cause)) return NO_TIMED_FEATURES;
      throw cause;
    }
  }
}
