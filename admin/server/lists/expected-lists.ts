import { unwatchFile, watchFile } from 'node:fs';
import type { Clock } from '../../../shared/clock.ts';
import { differenceOf } from '../../../shared/feature-control/blocklist-change.ts';
import { contentsAt, nextEndMs, NO_CONTENTS } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents, NamedList } from '../../../shared/feature-control/list-contents.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { ProgramFigures } from '../../../shared/redis/programs/program-record.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

export interface ExpectedListsDependencies {
  readonly path: string;
  /** @throws Error whose message names the file and its problem */
  readonly read: (path: string) => Promise<readonly NamedList[]>;
  readonly blocklists: Mirrored<ListContents>;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The last comparison of a list. */
interface Comparison {
  readonly stored: ListContents;
  /** When a timed block ends next, in milliseconds since the epoch. */
  readonly endsMs: number;
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
  #lists: readonly NamedList[] | undefined;
  #problem = '';
  #reading: Promise<void>;
  readonly #comparisons = new WeakMap<NamedList, Comparison>();
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
  #driftOf(expected: NamedList): number {
    const { blocklists, clock, keys } = this.#dependencies;
    const [list, wanted] = expected;
    const stored = blocklists.get(keys.blocklistKey(list)) ?? NO_CONTENTS;
    const known = this.#comparisons.get(expected);
    const nowMs = clock.epochMs();
    if (known?.stored === stored && nowMs < known.endsMs) return known.drift;
    const drift = differenceOf(contentsAt(stored, nowMs), contentsAt(wanted, nowMs)).length;
    const endsMs = Math.min(nextEndMs(stored, nowMs), nextEndMs(wanted, nowMs));
    this.#comparisons.set(expected, { stored, endsMs, drift });
    return drift;
  }
}
