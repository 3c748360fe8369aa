import { unwatchFile, watchFile } from 'node:fs';
import type { Clock } from '../../shared/clock.ts';
import { NO_FEATURES } from '../../shared/feature-control/blocked-features.ts';
import type { FeatureSet } from '../../shared/feature-control/blocked-features.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { differenceOf } from '../../shared/feature-control/list-difference.ts';
import { notEnded, NO_TIMED_FEATURES } from '../../shared/feature-control/timed-features.ts';
import type { TimedFeatures } from '../../shared/feature-control/timed-features.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Mirrored } from '../../shared/redis/mirror/mirrored.ts';
import type { NodeFigures } from '../../shared/redis/nodes/node-record.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';

/** A list as it should be. */
export interface ExpectedList {
  readonly list: BlocklistName;
  readonly blocked: ReadonlySet<string>;
  /** May contain entries that have ended. */
  readonly until: TimedFeatures;
}

export interface ExpectedListsDependencies {
  readonly path: string;
  /** @throws Error whose message names the file and its problem */
  readonly read: (path: string) => Promise<readonly ExpectedList[]>;
  readonly sets: Mirrored<FeatureSet>;
  readonly timedSets: Mirrored<TimedFeatures>;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The last comparison of a list. */
interface Comparison {
  readonly features: FeatureSet;
  readonly until: TimedFeatures;
  readonly drift: number;
}

/** How often it is checked whether the file has changed, in milliseconds. */
const INTERVAL_MS = 1000;

/**
 * Compares the lists in memory with those of a file, as an import of the file would. Lists that the file does
 * not name are not compared.
 */
export class ExpectedLists {
  readonly #dependencies: ExpectedListsDependencies;
  /** Undefined if the file cannot be read. */
  #lists: readonly ExpectedList[] | undefined;
  #problem = '';
  #reading: Promise<void>;
  readonly #comparisons = new WeakMap<ExpectedList, Comparison>();
  readonly #changed = (): void => {
    this.#reading = this.#reading.then(() => this.#read());
  };

  constructor(dependencies: ExpectedListsDependencies) {
    this.#dependencies = dependencies;
    this.#reading = this.#read();
    watchFile(dependencies.path, { interval: INTERVAL_MS, persistent: false }, this.#changed);
  }

  /** What a heartbeat reports. */
  figures(): NodeFigures {
    if (this.#lists === undefined) return { expectedListsValid: 0 };
    const { sets, timedSets } = this.#dependencies;
    if (!sets.isLoaded || !timedSets.isLoaded) return { expectedListsValid: 1 };
    return {
      expectedListsValid: 1,
      listDrift: this.#lists.reduce((sum, list) => sum + this.#driftOf(list), 0),
    };
  }

  close(): void {
    unwatchFile(this.#dependencies.path, this.#changed);
  }

  async #read(): Promise<void> {
    const { logger, path, read } = this.#dependencies;
    let problem = '';
    try {
      this.#lists = await read(path);
    } catch (cause) {
      this.#lists = undefined;
      problem = (cause as Error).message.split('\n')[0] ?? '';
      if (problem !== this.#problem)
        logger.warn(`The lists are not compared with EXPECTED_LISTS: ${problem}`);
    }
    this.#problem = problem;
  }

  /** Returns the number of features that differ. Lists that have not changed are not compared again. */
  #driftOf(expected: ExpectedList): number {
    const { clock, keys, sets, timedSets } = this.#dependencies;
    const features = sets.get(keys.blocklistKey(expected.list)) ?? NO_FEATURES;
    const until = timedSets.get(keys.timedBlocklistKey(expected.list)) ?? NO_TIMED_FEATURES;
    const known = this.#comparisons.get(expected);
    const hasTimed = until.size + expected.until.size > 0;
    if (known?.features === features && known.until === until && !hasTimed) return known.drift;
    const nowMs = clock.epochMs();
    const stored = { blocked: features, until: notEnded(until, nowMs) };
    const wanted = { blocked: expected.blocked, until: notEnded(expected.until, nowMs) };
    const drift = differenceOf(stored, wanted).length;
    this.#comparisons.set(expected, { features, until, drift });
    return drift;
  }
}
