import { unwatchFile, watchFile } from 'node:fs';
import type { Clock } from '../../../shared/clock.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { differenceOf } from '../../../shared/feature-control/list-difference.ts';
import { notEnded } from '../../../shared/feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import type { Logger } from '../../../shared/logger.ts';
import type {
  BlocklistContents,
  MirroredBlocklists,
} from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type { ProgramFigures } from '../../../shared/redis/programs/program-record.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

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
  readonly blocklists: MirroredBlocklists;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The last comparison of a list. */
interface Comparison extends BlocklistContents {
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
  figures(): ProgramFigures {
    const lists = this.#lists;
    if (lists === undefined) return { expectedListsValid: 0 };
    if (!this.#dependencies.blocklists.isLoaded) return { expectedListsValid: 1 };
    return { expectedListsValid: 1, listDrift: lists.reduce((sum, list) => sum + this.#driftOf(list), 0) };
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
    const { blocklists, clock, keys } = this.#dependencies;
    const { features, timed } = blocklists.contents(keys.blocklistKey(expected.list));
    const known = this.#comparisons.get(expected);
    const hasTimed = timed.size + expected.until.size > 0;
    if (known?.features === features && known.timed === timed && !hasTimed) return known.drift;
    const nowMs = clock.epochMs();
    const stored = { blocked: features, until: notEnded(timed, nowMs) };
    const wanted = { blocked: expected.blocked, until: notEnded(expected.until, nowMs) };
    const drift = differenceOf(stored, wanted).length;
    this.#comparisons.set(expected, { features, timed, drift });
    return drift;
  }
}
