import type { Clock } from '../../../shared/clock.ts';
import { toVoting } from '../../../shared/rest/vote-counts.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { HashMirror } from './hash-mirror.ts';
import type { LiveResource, RefreshOutcome } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { readHash } from './read-hash.ts';
import { RecordsByServer } from './records-by-server.ts';
import { VoteCountsMirror } from './vote-counts-mirror.ts';
import type { VoteCountsDependencies } from './vote-counts-mirror.ts';

export interface VotingsSnapshotDependencies extends VoteCountsDependencies {
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
}

/** Votings whose counts are looked at again in one refresh without being known to have changed: few, so that those that have do not wait for them. */
const REPAIRED_AT_ONCE = 500;

/** The active votings of each server with their votes, for getVotings. */
export class VotingsSnapshot implements LiveResource {
  readonly name = 'votings';
  readonly prefixes: readonly string[];
  readonly #dependencies: VotingsSnapshotDependencies;
  readonly #mirror = new HashMirror();
  readonly #counts: VoteCountsMirror;
  readonly #records: RecordsByServer;
  readonly #voted = new Set<string>();
  readonly #repaired = new Set<string>();
  #isStale = true;
  #areCountsStale = true;

  constructor(dependencies: VotingsSnapshotDependencies) {
    const { keys, factory, clock } = dependencies;
    this.#dependencies = dependencies;
    this.prefixes = [keys.votings, keys.voteCounts];
    this.#counts = new VoteCountsMirror(dependencies);
    this.#records = new RecordsByServer(factory, clock);
  }

  get isLoaded(): boolean {
    return this.all !== undefined;
  }

  /** All votings by server; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#records.all;
  }

  of(server: string): Representation {
    return this.#records.of(server);
  }

  get nextChangeMs(): number {
    return this.#records.nextChangeMs;
  }

  noteChange(key: string): boolean {
    const { keys } = this.#dependencies;
    if (key === keys.votings) this.#isStale = true;
    else if (key.startsWith(keys.voteCounts)) this.#voted.add(key.slice(keys.voteCounts.length));
    else return false;
    return true;
  }

  noteAnyChange(): void {
    this.#isStale = true;
    this.#areCountsStale = true;
  }

  async refresh(): Promise<RefreshOutcome> {
    this.#records.applyTime();
    const isNoted = this.#isStale || this.#areCountsStale || this.#voted.size + this.#repaired.size > 0;
    if (!isNoted) return 'not read';
    if (this.#isStale) await this.#readVotings();
    if (this.#areCountsStale) this.#noteAllCounts();
    await this.#readCounts();
    this.#records.publish();
    return this.#repaired.size > 0 ? 'read in part' : 'read';
  }

  async #readVotings(): Promise<void> {
    const { commands, keys, leftOut } = this.#dependencies;
    this.#isStale = false;
    try {
      const { written, removed } = this.#mirror.replace(await readHash(commands, keys.votings, leftOut));
      for (const id of removed) this.#remove(id);
      for (const id of written.keys()) {
        if (!this.#counts.has(id)) this.#voted.add(id);
        this.#serve(id);
      }
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  #noteAllCounts(): void {
    this.#areCountsStale = false;
    for (const id of this.#mirror.keys()) this.#repaired.add(id);
  }

  /** At the first load, all; later, those that were voted in, and some of the others. */
  async #readCounts(): Promise<void> {
    const ids = new Set([...this.#voted].filter((id) => this.#mirror.get(id) !== undefined));
    for (const id of this.#repaired) {
      if (this.isLoaded && ids.size >= this.#voted.size + REPAIRED_AT_ONCE) break;
      ids.add(id);
      this.#repaired.delete(id);
    }
    this.#voted.clear();
    try {
      await this.#counts.read(ids, (id) => {
        this.#serve(id);
      });
    } catch (error) {
      for (const id of ids) this.#voted.add(id);
      throw error;
    }
  }

  #serve(id: string): void {
    const { keys, leftOut } = this.#dependencies;
    const stored = parseStored(this.#mirror.get(id) ?? '', validators.storedVoting);
    if (!stored.ok) {
      leftOut.add(keys.votings, stored.reason, id);
      this.#records.delete(id);
      return;
    }
    leftOut.remove(keys.votings, id);
    const { server, startsAt, endsAt } = stored.value;
    const text = JSON.stringify(toVoting(id, stored.value, this.#counts.get(id)));
    this.#records.set(id, { server, window: { startsAt, endsAt }, text });
  }

  #remove(id: string): void {
    this.#dependencies.leftOut.remove(this.#dependencies.keys.votings, id);
    this.#counts.delete(id);
    this.#records.delete(id);
  }
}
