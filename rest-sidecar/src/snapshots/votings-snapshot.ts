import type { Clock } from '../../../shared/clock.ts';
import { holdTogether } from '../../../shared/redis/loss/loss-watch.ts';
import type { HeldData } from '../../../shared/redis/loss/loss-watch.ts';
import { toVoting } from '../../../shared/rest/vote-counts.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { HashDifference } from './hash-mirror.ts';
import type { ChangeNotes, LiveResource, RefreshOutcome, Windows } from './live-resource.ts';
import { parseStored } from './parse-stored.ts';
import { RecordsByServer } from './records-by-server.ts';
import { TrackedHash } from './tracked-hash.ts';
import { VoteCountsMirror } from './vote-counts-mirror.ts';
import type { VoteCountsDependencies } from './vote-counts-mirror.ts';

export interface VotingsSnapshotDependencies extends VoteCountsDependencies {
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
}

/** Votings whose counts are looked over in one refresh without being known to have changed: few, so that those that have do not wait for them. */
const LOOKED_OVER_AT_ONCE = 500;

/** The active votings of each server with their votes, for getVotings. */
export class VotingsSnapshot implements LiveResource, ChangeNotes {
  readonly name = 'votings';
  readonly prefixes: readonly string[];
  readonly held: HeldData;
  readonly #dependencies: VotingsSnapshotDependencies;
  readonly #hash: TrackedHash;
  readonly #counts: VoteCountsMirror;
  readonly #records: RecordsByServer;
  /** Each voting as it is stored, since its counts change apart from it. */
  readonly #texts = new Map<string, string>();
  /** Voted in, as was noted. */
  readonly #voted = new Set<string>();
  /** Votings whose counts are read next. */
  readonly #due = new Set<string>();
  readonly #doubted = new Set<string>();
  #isEveryCountDoubted = false;

  constructor(dependencies: VotingsSnapshotDependencies) {
    const { keys, factory, clock } = dependencies;
    this.#dependencies = dependencies;
    this.prefixes = [keys.votings, keys.voteCounts];
    this.#hash = new TrackedHash({ ...dependencies, key: keys.votings });
    this.#counts = new VoteCountsMirror(dependencies);
    this.held = holdTogether([this.#hash, this.#counts]);
    this.#records = new RecordsByServer(factory, clock);
  }

  get notes(): ChangeNotes {
    return this;
  }

  get isLoaded(): boolean {
    return this.#records.isPublished;
  }

  /** All votings by server; undefined before the first load. */
  get all(): Representation | undefined {
    return this.#records.all;
  }

  of(server: string): Representation {
    return this.#records.of(server);
  }

  get windows(): Windows {
    return this.#records;
  }

  noteChange(key: string): boolean {
    const { voteCounts } = this.#dependencies.keys;
    const isCount = key.startsWith(voteCounts);
    if (isCount) this.#voted.add(key.slice(voteCounts.length));
    return isCount || this.#hash.noteChange(key);
  }

  noteAnyChange(): void {
    this.#hash.noteAnyChange();
    this.#isEveryCountDoubted = true;
  }

  noteDoubt(): void {
    this.#hash.noteDoubt();
    this.#isEveryCountDoubted = true;
  }

  takeNotes(): void {
    this.#hash.takeNotes();
    for (const id of this.#voted) this.#due.add(id);
    this.#voted.clear();
    if (this.#isEveryCountDoubted) for (const id of this.#texts.keys()) this.#doubted.add(id);
    this.#isEveryCountDoubted = false;
  }

  async refresh(): Promise<RefreshOutcome> {
    const outcome = await this.#hash.refresh((difference) => {
      this.#apply(difference);
    });
    const isInHaste = outcome === 'read in part';
    if (!isInHaste) this.#takeSomeInDoubt();
    const isRead = await this.#readCounts();
    if (outcome === 'not read' && !isRead) return 'not read';
    if (this.#hash.isComplete) this.#records.publish();
    if (isInHaste) return outcome;
    return outcome === 'looked over in part' || this.#doubted.size > 0 ? 'looked over in part' : 'read';
  }

  #apply({ written, removed }: HashDifference): void {
    for (const [id, text] of written) {
      this.#texts.set(id, text);
      if (!this.#counts.has(id)) this.#due.add(id);
      this.#serve(id);
    }
    for (const id of removed) {
      this.#texts.delete(id);
      this.#dependencies.leftOut.remove(this.#hash.key, id);
      this.#counts.delete(id);
      this.#records.delete(id);
    }
  }

  #takeSomeInDoubt(): void {
    let taken = 0;
    for (const id of this.#doubted) {
      if (taken++ === LOOKED_OVER_AT_ONCE) break;
      this.#doubted.delete(id);
      this.#due.add(id);
    }
  }

  /** @returns whether there were any to read */
  async #readCounts(): Promise<boolean> {
    const ids = [...this.#due].filter((id) => this.#texts.has(id));
    this.#due.clear();
    try {
      await this.#counts.read(ids, (id) => {
        this.#serve(id);
      });
    } catch (error) {
      for (const id of ids) this.#due.add(id);
      throw error;
    }
    return ids.length > 0;
  }

  #serve(id: string): void {
    const stored = parseStored(this.#texts.get(id) ?? '', validators.storedVoting);
    this.#dependencies.leftOut.update(this.#hash.key, id, stored);
    if (!stored.ok) {
      this.#records.delete(id);
      return;
    }
    const { server, startsAt, endsAt } = stored.value;
    const text = JSON.stringify(toVoting(id, stored.value, this.#counts.get(id)));
    this.#records.set(id, { server, window: { startsAt, endsAt }, text });
  }
}
