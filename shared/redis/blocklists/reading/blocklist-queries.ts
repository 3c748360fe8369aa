import { NO_FEATURES } from '../../../feature-control/blocked-features.ts';
import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import { MemoryTimedFeatures, TimedBlocklist } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import { delay } from '../../../timers.ts';
import type { Timers } from '../../../timers.ts';
import type { RedisClock } from '../../redis-clock.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isForbidden } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import type { CombinedBlocklists } from './combined-blocklists.ts';
import { NO_TIMED_FEATURES } from './timed-blocklist-kind.ts';

export interface BlocklistQueriesDependencies {
  readonly commands: Pick<RedisCommands, 'smismember' | 'zmscore'>;
  readonly keys: RedisKeys;
  readonly clock: RedisClock;
  readonly lists: CombinedBlocklists;
  readonly timed: Mirrored<TimedFeatures>;
  readonly timers: Timers;
}

/**
 * How often, and at which intervals in milliseconds, Redis is queried again for a list that was never known.
 * Together shorter than the deadline of a request, 1500 ms.
 */
const MAX_RETRIES = 8;
const RETRY_MS = 100;

/** Queries Redis for just the features of a request, for lists of which memory is stale. */
export class BlocklistQueries {
  readonly #dependencies: BlocklistQueriesDependencies;

  constructor(dependencies: BlocklistQueriesDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Queries Redis again if it does not answer and the list was never known: the first commands of a program
   * that has just started may be slow.
   * @returns a list that is right for `features`; the last known one if Redis is unreachable; undefined if
   * the list was never known (G18)
   */
  async lookUp(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    for (let retries = 0; ; retries += 1) {
      const found = await this.#lookUpOnce(key, features);
      if (found !== undefined || retries === MAX_RETRIES) return found;
      await delay(RETRY_MS, this.#dependencies.timers);
    }
  }

  async #lookUpOnce(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const { clock, lists } = this.#dependencies;
    const fresh = lists.fresh(key);
    if (fresh !== undefined) return fresh;
    const storable = isStorable(key) ? features.filter(isStorable) : [];
    if (storable.length === 0) return NO_FEATURES;
    const [list, timed] = await Promise.all([this.#querySet(key, storable), this.#queryTimed(key, storable)]);
    if (list === undefined || timed === undefined) return undefined;
    return timed.size === 0 ? list : new TimedBlocklist(list, timed, clock.epochMs());
  }

  #querySet(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const { commands, lists } = this.#dependencies;
    return valueOf(lists.setsOf(key), key, NO_FEATURES, async () => {
      const blocked = await commands.smismember(key, features);
      return new Set(features.filter((_, index) => blocked[index]));
    });
  }

  #queryTimed(list: string, features: readonly string[]): Promise<TimedFeatures | undefined> {
    const { clock, commands, keys, timed } = this.#dependencies;
    const key = keys.timedOfBlocklist(list);
    return valueOf(timed, key, NO_TIMED_FEATURES, async () => {
      const scores = await commands.zmscore(key, features).catch(unlessForbidden);
      if (scores === undefined) return timed.get(key) ?? NO_TIMED_FEATURES;
      const ends = features.flatMap((feature, index) => {
        const untilMs = scores[index] ?? undefined;
        return untilMs === undefined ? [] : [[feature, untilMs] as const];
      });
      if (ends.length === 0) return NO_TIMED_FEATURES;
      if (!clock.isMeasured) await clock.measure();
      return new MemoryTimedFeatures(new Map(ends));
    });
  }
}

/**
 * Returns the value in memory if it is fresh, else the result of the query. If Redis cannot be queried, the
 * last known value; undefined if there is none.
 */
async function valueOf<Value>(
  values: Mirrored<Value>,
  key: string,
  empty: Value,
  query: () => Promise<Value>,
): Promise<Value | undefined> {
  const lastKnown = (): Value | undefined =>
    values.get(key) ?? (values.freshness(key) === 'unknown' ? undefined : empty);
  const known = lastKnown();
  if (known !== undefined && (values.freshness(key) === 'fresh' || !values.canQuery(key))) return known;
  try {
    return await query();
  } catch {
    // The connection already logs it. Logging it here would repeat it for every request. The list may have
    // been read in the meantime.
    return lastKnown();
  }
}

/**
 * @returns undefined if an ACL forbids to read timed blocklists
 * @throws any other error
 */
function unlessForbidden(cause: unknown): undefined {
  if (!isForbidden(cause)) throw cause;
}

/**
 * A lone surrogate cannot be encoded in UTF-8: on its way to Redis it would become a character that another
 * name may contain (G39).
 */
function isStorable(name: string): boolean {
  return name.isWellFormed();
}
