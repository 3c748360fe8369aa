import { unwatchFile, watchFile } from 'node:fs';
import { differenceOf } from '../../../shared/feature-control/blocklist-change.ts';
import { contentsAt, NO_CONTENTS } from '../../../shared/feature-control/list-contents.ts';
import type { NamedList } from '../../../shared/feature-control/list-contents.ts';
import type { ProgramFigures } from '../../../shared/redis/programs/program-record.ts';
import type { ConnectedCollections } from '../data/connect-collections.ts';

interface ExpectedListsDependencies extends ConnectedCollections {
  readonly path: string;
  /** @throws Error whose message names the file and its problem */
  readonly read: (path: string) => Promise<readonly NamedList[]>;
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
  readonly #changed = (): void => void this.#read();

  constructor(dependencies: ExpectedListsDependencies) {
    this.#dependencies = dependencies;
    this.#changed();
    watchFile(dependencies.path, { interval: INTERVAL_MS, persistent: false }, this.#changed);
  }

  /** What a heartbeat reports. */
  figures(): ProgramFigures {
    const { blocklists, clock, keys } = this.#dependencies;
    if (this.#lists === undefined) return { expectedListsValid: 0 };
    if (!blocklists.isLoaded) return { expectedListsValid: 1 };
    const nowMs = clock.epochMs();
    const differing = this.#lists.map(([list, wanted]) => {
      const stored = blocklists.get(keys.blocklistKey(list)) ?? NO_CONTENTS;
      return differenceOf(contentsAt(stored, nowMs), contentsAt(wanted, nowMs)).length;
    });
    return { expectedListsValid: 1, listDrift: differing.reduce((sum, features) => sum + features, 0) };
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
}
