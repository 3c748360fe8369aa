import type { FeatureSet } from '../../feature-control/feature-set.ts';
import type { Logger } from '../../logger.ts';
import type { BlocklistCache } from './blocklist-cache.ts';
import type { DueLists } from './due-lists.ts';
import { WRONG_TYPE } from '../redis-commands.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { WrongTypes } from '../wrong-types.ts';

export interface ListReadingDependencies {
  readonly commands: Pick<RedisCommands, 'smembers' | 'scard'>;
  readonly cache: BlocklistCache;
  readonly due: DueLists;
  readonly logger: Logger;
}

/** Lists asked for together: one by one, each would cost the script many times what the rest of it does. */
const BATCH = 16;

/** Batches on their way at the same time: enough to fill the round trips, and not to wait for a large list; few enough not to crowd out checks. */
const BATCHES_IN_FLIGHT = 3;

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
    let start = 0;
    const readOneAfterAnother = async (): Promise<void> => {
      while (start < keys.length) await this.#readSome(keys.slice(start, (start += BATCH)));
    };
    await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, readOneAfterAnother));
  }

  /** @returns of these keys those whose list has another size in Redis than in the cache */
  async differing(keys: readonly string[]): Promise<string[]> {
    const { cache, commands } = this.#dependencies;
    const sizes = await commands.scard(keys);
    return keys.filter(
      (key, index) => sizes[index] !== (this.#wrongTypes.has(key) ? WRONG_TYPE : cache.sizeOf(key)),
    );
  }

  async #readSome(keys: readonly string[]): Promise<void> {
    const { commands, due } = this.#dependencies;
    const finish = due.begin(keys);
    try {
      const lists = await commands.smembers(keys);
      keys.forEach((key, index) => {
        this.#keep(key, lists[index]);
      });
    } catch (cause) {
      for (const key of keys) due.add(key);
      throw cause;
    }
    finish();
  }

  /** @param list undefined where the key holds none */
  #keep(key: string, list: FeatureSet | undefined): void {
    const { cache, due } = this.#dependencies;
    if (list === undefined) {
      this.#wrongTypes.add(key, 'a set');
      cache.keepLastKnown(key);
      return;
    }
    this.#wrongTypes.remove(key);
    // Changed again while it was read: it stays stale and is read once more.
    if (!due.has(key)) cache.store(key, list);
  }
}
