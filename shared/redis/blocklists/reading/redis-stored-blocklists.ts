import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isForbidden, RedisError } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { NO_TIMED_FEATURES } from './timed-blocklist-kind.ts';

/**
 * The Redis commands for the proxy's admin commands. They settle like those of `RedisCommands`.
 */
export interface AdminCommands extends Pick<RedisCommands, 'evaluate' | 'scard' | 'zscan'> {
  /**
   * Returns at most `max` members of a set that start with `prefix`, without duplicates, found with `SSCAN`.
   * Only part of a large set is searched, so that neither side stalls.
   * @throws {RedisError} `wrong-type` if the key is not a set
   */
  membersStartingWith(key: string, prefix: string, max: number): Promise<readonly string[]>;

  /**
   * `ZREVRANGE key 0 count-1`: the members with the highest scores, in descending order. Empty if the key
   * does not exist.
   */
  zrevrange(key: string, count: number): Promise<readonly string[]>;
}

/** Reads blocklists for operators: always what is stored, never a cached value. Edits: `BlocklistEditor`. */
export class RedisStoredBlocklists {
  readonly #commands: AdminCommands;
  readonly #keys: RedisKeys;

  constructor(commands: AdminCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /**
   * Number of features that the list blocks without an end.
   * @throws {RedisError} `wrong-type` if the key is not a set
   */
  async size(list: BlocklistName): Promise<number> {
    const [count = 0] = await this.#commands.scard([this.#keys.blocklistKey(list)]);
    if (count < 0) throw new RedisError('wrong-type', 'WRONGTYPE');
    return count;
  }

  /**
   * Returns at most `max` features that the list blocks without an end and that start with `prefix`,
   * unordered. Only part of a long list is searched.
   */
  featuresStartingWith(list: BlocklistName, prefix: string, max: number): Promise<readonly string[]> {
    return this.#commands.membersStartingWith(this.#keys.blocklistKey(list), prefix, max);
  }

  /**
   * Features that the list blocks until a time; some of these blocks may have ended. Empty if the program may
   * not read them.
   * @throws {RedisError} `wrong-type` if the key is not a sorted set
   */
  async timed(list: BlocklistName): Promise<TimedFeatures> {
    try {
      const [timed] = await this.#commands.zscan([this.#keys.timedBlocklistKey(list)]);
      if (timed === undefined) throw new RedisError('wrong-type', 'WRONGTYPE');
      return timed;
    } catch (cause) {
      if (isForbidden(cause)) return NO_TIMED_FEATURES;
      throw cause;
    }
  }
}
