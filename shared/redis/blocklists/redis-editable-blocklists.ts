import type { BlocklistName, EditableBlocklists } from '../../feature-control/editable-blocklists.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';

/**
 * What of Redis an admin's commands need, beside what both programs use. Every call settles as those of
 * `RedisCommands` do.
 */
export interface NameCommands extends Pick<
  RedisCommands,
  'evaluate' | 'sadd' | 'srem' | 'scard' | 'smismember'
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

/**
 * The blocklists of the Redis contract: the plain writes that an admin could type into `redis-cli`, and
 * nothing else.
 */
export class RedisEditableBlocklists implements EditableBlocklists {
  readonly #commands: NameCommands;
  readonly #keys: RedisKeys;

  constructor(commands: NameCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  add(list: BlocklistName, feature: string): Promise<boolean> {
    return this.#commands.sadd(this.#keyOf(list), feature);
  }

  remove(list: BlocklistName, feature: string): Promise<boolean> {
    return this.#commands.srem(this.#keyOf(list), feature);
  }

  async has(list: BlocklistName, feature: string): Promise<boolean> {
    const [isThere = false] = await this.#commands.smismember(this.#keyOf(list), [feature]);
    return isThere;
  }

  /** @throws {RedisError} `wrong-type` where the key holds no set */
  async size(list: BlocklistName): Promise<number> {
    const [count = 0] = await this.#commands.scard([this.#keyOf(list)]);
    if (count < 0) throw new RedisError('wrong-type', 'WRONGTYPE');
    return count;
  }

  some(list: BlocklistName, prefix: string, most: number): Promise<readonly string[]> {
    return this.#commands.membersStartingWith(this.#keyOf(list), prefix, most);
  }

  #keyOf(list: BlocklistName): string {
    return list === undefined ? this.#keys.blocklistGlobal : this.#keys.blocklistOf(list);
  }
}
