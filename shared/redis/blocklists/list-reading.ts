import type { Logger } from '../../logger.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import type { DueLists } from './due-lists.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { isWrongType } from '../redis-error.ts';
import { WrongTypes } from '../wrong-types.ts';

export interface ListReadingDependencies {
  readonly commands: Pick<RedisCommands, 'smembers' | 'scard'>;
  readonly cache: BlocklistCache;
  readonly due: DueLists;
  readonly logger: Logger;
}

/** Lists read at the same time: enough to fill the round trips, few enough not to crowd out checks. */
const READS_IN_FLIGHT = 32;

/** What `scard` says of a key that holds no set. */
const WRONG_TYPE = -1;

/** How lists come from Redis into the cache, and how they are compared with it. */
export class ListReading {
  readonly #dependencies: ListReadingDependencies;
  readonly #wrongTypes: WrongTypes;

  constructor(dependencies: ListReadingDependencies) {
    this.#dependencies = dependencies;
    this.#wrongTypes = new WrongTypes(dependencies.logger);
  }

  /** Reads some at a time. @throws {RedisError} where Redis does not answer; what was not read is due again */
  async read(keys: readonly string[]): Promise<void> {
    const waiting = keys[Symbol.iterator]();
    const readOneAfterAnother = async (): Promise<void> => {
      for (const key of waiting) await this.#readOne(key);
    };
    await Promise.all(Array.from({ length: Math.min(READS_IN_FLIGHT, keys.length) }, readOneAfterAnother));
  }

  /** @returns of these keys those whose list has another size in Redis than in the cache */
  async differing(keys: readonly string[]): Promise<string[]> {
    const { cache, commands } = this.#dependencies;
    const sizes = await commands.scard(keys);
    return keys.filter(
      (key, index) => sizes[index] !== (this.#wrongTypes.has(key) ? WRONG_TYPE : cache.sizeOf(key)),
    );
  }

  async #readOne(key: string): Promise<void> {
    const { cache, commands, due } = this.#dependencies;
    const finish = due.begin(key);
    try {
      const features = await commands.smembers(key);
      this.#wrongTypes.remove(key);
      // Changed again while it was read: it stays stale and is read once more.
      if (!due.has(key)) cache.store(key, features);
    } catch (cause) {
      if (!isWrongType(cause)) {
        due.add(key);
        throw cause;
      }
      this.#wrongTypes.add(key, 'a set');
      cache.keepLastKnown(key);
    }
    finish();
  }
}
