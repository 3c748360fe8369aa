import type { Clock } from '../../../shared/clock.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { CoinsTradeStream, StreamTail } from './coins-trade-stream.ts';
import { HeldTrades } from './held-trades.ts';
import type { LeftOut } from './left-out.ts';
import type { ChangeNotes, LiveResource, RefreshOutcome } from './live-resource.ts';
import { PrefixRepresentations } from './prefix-representations.ts';

export interface CoinsTradesSnapshotDependencies {
  readonly key: string;
  readonly stream: CoinsTradeStream;
  readonly leftOut: LeftOut;
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
  /** How many of the newest trades are held, and the most that a request is answered with (G3). */
  readonly maximum: number;
}

type Change = 'nothing' | 'new entries' | 'anything';

/** Entries read first when the stream has changed: more than are added between two refreshes of a usual market. */
const SHORT_TAIL = 32;

/** The newest trades, for getCoinsTrades. */
export class CoinsTradesSnapshot implements LiveResource, ChangeNotes {
  readonly name = 'coins trades';
  readonly prefixes: readonly string[];
  readonly #dependencies: CoinsTradesSnapshotDependencies;
  readonly #held: HeldTrades;
  readonly #representations: PrefixRepresentations;
  #length = 0;
  #noted: Change = 'anything';
  #due: Change = 'nothing';

  constructor(dependencies: CoinsTradesSnapshotDependencies) {
    const { key, factory, leftOut, maximum } = dependencies;
    this.#dependencies = dependencies;
    this.prefixes = [key];
    this.#representations = new PrefixRepresentations(factory);
    this.#held = new HeldTrades(maximum, (entryId) => {
      leftOut.add(key, 'rate or datetime is missing, or no number that fits.', entryId);
    });
  }

  get notes(): ChangeNotes {
    return this;
  }

  get isLoaded(): boolean {
    return this.#representations.isPublished;
  }

  /** @param limit more than the maximum counts as the maximum @returns undefined before the first load */
  newest(limit: number): Representation | undefined {
    return this.#representations.first(limit);
  }

  noteChange(key: string): boolean {
    const isOurs = key === this.#dependencies.key;
    if (isOurs && this.#noted === 'nothing') this.#noted = 'new entries';
    return isOurs;
  }

  noteAnyChange(): void {
    this.#noted = 'anything';
  }

  noteDoubt(): void {
    this.#noted = 'anything';
  }

  takeNotes(): void {
    if (this.#noted === 'anything' || this.#due === 'nothing') this.#due = this.#noted;
    this.#noted = 'nothing';
  }

  async refresh(): Promise<RefreshOutcome> {
    if (this.#due === 'nothing') return 'not read';
    const isTailEnough = this.#due === 'new entries' && (await this.#readTail());
    if (!isTailEnough) await this.#readAll();
    this.#due = 'nothing';
    const { clock, key, leftOut } = this.#dependencies;
    leftOut.keepOnly(key, this.#held.leftOut());
    this.#representations.publish(this.#held.toJson(), clock.epochMs());
    return 'read';
  }

  /**
   * Takes up what was added, and no more.
   * @returns false where something else happened as well: more was added than a short tail shows, or entries were deleted or trimmed
   */
  async #readTail(): Promise<boolean> {
    const { length, entries } = await this.#read(SHORT_TAIL);
    if (length < this.#length) return false;
    const added = this.#held.prepend(entries);
    const isAllTold = added !== undefined && length === this.#length + added;
    this.#length = length;
    return isAllTold;
  }

  async #readAll(): Promise<void> {
    const { length, entries } = await this.#read(this.#dependencies.maximum);
    this.#held.replace(entries);
    this.#length = length;
  }

  async #read(count: number): Promise<StreamTail> {
    const { key, leftOut, stream } = this.#dependencies;
    try {
      const tail = await stream.newest(Math.min(count, this.#dependencies.maximum));
      leftOut.remove(key);
      return tail;
    } catch (error) {
      if (!(error instanceof RedisError && error.kind === 'wrong-type')) throw error;
      leftOut.add(key, 'It is not a stream.');
      return { length: 0, entries: [] };
    }
  }
}
