import { NO_FEATURES } from '../../feature-control/blocked-features.ts';
import type { FeatureSet } from '../../feature-control/blocked-features.ts';
import { MemoryTimedFeatures, TimedBlocklist } from '../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../feature-control/timed-features.ts';
import type { Mirrored } from '../mirror/mirrored.ts';
import type { RedisClock } from '../redis-clock.ts';
import type { RedisCommands } from '../redis-commands.ts';
import { isForbidden } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';
import type { MirroredBlocklists } from './mirrored-blocklists.ts';
import { NO_TIMED_FEATURES } from './timed-blocklist-kind.ts';

export interface AskedBlocklistsDependencies {
  readonly commands: Pick<RedisCommands, 'smismember' | 'zmscore'>;
  readonly keys: RedisKeys;
  readonly clock: RedisClock;
  readonly lists: MirroredBlocklists;
  readonly timed: Mirrored<TimedFeatures>;
}

/** Asks Redis for just the features of a request, where memory cannot say what a list holds. */
export class AskedBlocklists {
  readonly #dependencies: AskedBlocklistsDependencies;

  constructor(dependencies: AskedBlocklistsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @returns a list that is right for `features`; the last known one where Redis is unreachable, undefined
   * where it never was known (G18)
   */
  async among(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const { clock, lists } = this.#dependencies;
    const fresh = lists.fresh(key);
    if (fresh !== undefined) return fresh;
    const storable = isStorable(key) ? features.filter(isStorable) : [];
    if (storable.length === 0) return NO_FEATURES;
    const [list, timed] = await Promise.all([this.#setAmong(key, storable), this.#timedAmong(key, storable)]);
    if (list === undefined || timed === undefined) return undefined;
    return timed.size === 0 ? list : new TimedBlocklist(list, timed, clock.epochMs());
  }

  #setAmong(key: string, features: readonly string[]): Promise<FeatureSet | undefined> {
    const { commands, lists } = this.#dependencies;
    return valueOf(lists.setsOf(key), key, NO_FEATURES, async () => {
      const blocked = await commands.smismember(key, features);
      return new Set(features.filter((_, index) => blocked[index]));
    });
  }

  #timedAmong(list: string, features: readonly string[]): Promise<TimedFeatures | undefined> {
    const { clock, commands, keys, timed } = this.#dependencies;
    const key = keys.timedBlocklistOf(list);
    return valueOf(timed, key, NO_TIMED_FEATURES, async () => {
      const scores = await commands.zmscore(key, features).catch(unlessForbidden);
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
 * A value of memory where that is fresh, or what Redis says. Where it cannot be asked, the last known value;
 * undefined where there never was one.
 */
async function valueOf<Value>(
  values: Mirrored<Value>,
  key: string,
  empty: Value,
  ask: () => Promise<Value>,
): Promise<Value | undefined> {
  if (values.freshness(key) === 'fresh') return values.get(key) ?? empty;
  const lastKnown = values.get(key) ?? (values.freshness(key) === 'unknown' ? undefined : empty);
  if (!values.canQuery(key) && lastKnown !== undefined) return lastKnown;
  try {
    return await ask();
  } catch {
    // Logged by the connection already, and again for every check if it were logged here.
    return lastKnown;
  }
}

/** Who may not read timed blocklists has none. @throws what else went wrong */
function unlessForbidden(cause: unknown): readonly undefined[] {
  if (isForbidden(cause)) return [];
  throw cause;
}

/**
 * A lone surrogate has no form in UTF-8: on its way to Redis it would turn into a character that another name
 * may have (G39).
 */
function isStorable(name: string): boolean {
  return name.isWellFormed();
}
