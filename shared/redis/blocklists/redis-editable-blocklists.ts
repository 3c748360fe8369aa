import type { BlocklistName, EditableBlocklists } from '../../feature-control/editable-blocklists.ts';
import type { NameCommands } from './name-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';

/** The blocklists of the Redis contract: the plain writes that an admin could type into `redis-cli`, and nothing else. */
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
