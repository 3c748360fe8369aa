import type { Clock } from '../../../shared/clock.ts';
import type { Found, HeldData, LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { WrongTypes } from '../../../shared/redis/wrong-types.ts';
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
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
  /** How many of the newest trades are held, and the most that a request is answered with (G3). */
  readonly maximum: number;
}

type Change = 'nothing' | 'new entries' | 'anything';

/** Entries read first when the stream has changed: more than are added between two refreshes of a usual market. */
const SHORT_TAIL = 32;

/** Entries that are looked for to tell whether Redis has what it had. */
const SAMPLE = 100;

/** The newest trades, for getCoinsTrades. */
export class CoinsTradesSnapshot implements LiveResource, ChangeNotes, HeldData {
  readonly name = 'coins trades';
  readonly prefixes: readonly string[];
  readonly #dependencies: CoinsTradesSnapshotDependencies;
  readonly #held: HeldTrades;
  readonly #representations: PrefixRepresentations;
  #length = 0;
  #noted: Change = 'anything';
  #due: Change = 'nothing';
  /** Whether all that is held was compared with the stream since that changed last. */
  #isVerified = true;

  constructor(dependencies: CoinsTradesSnapshotDependencies) {
    const { key, factory, leftOut, maximum } = dependencies;
    this.#dependencies = dependencies;
    this.prefixes = [key];
    this.#representations = new PrefixRepresentations(factory);
    this.#held = new HeldTrades(maximum, (entryId) => {
      leftOut.add(key, entryId, 'rate or datetime is missing, or no number that fits.');
    });
  }

  get notes(): ChangeNotes {
    return this;
  }

  get held(): HeldData {
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

  heldKeys(): readonly string[] {
    return this.#held.newestIds(1).length === 0 ? [] : [this.#dependencies.key];
  }

  async lookFor(keys: readonly string[]): Promise<Found> {
    const ids = keys.includes(this.#dependencies.key) ? this.#held.newestIds(SAMPLE) : [];
    if (ids.length === 0) return { lookedFor: 0, found: 0 };
    const tail = await this.#read(SAMPLE);
    const there = new Set(tail?.entries.map(({ id }) => id));
    return { lookedFor: ids.length, found: ids.filter((id) => there.has(id)).length };
  }

  takeNotes(): void {
    if (this.#noted === 'anything' || this.#due === 'nothing') this.#due = this.#noted;
    this.#noted = 'nothing';
  }

  /**
   * What was added is served first, by a short read. Whether the stream has only grown is known when all that is held was
   * read as well, which follows at once: of one that was rebuilt, Redis reports no more than that it changed, and its
   * length, its ids and its newest entries may be those of one that has grown.
   */
  async refresh(): Promise<RefreshOutcome> {
    if (this.#due === 'nothing' && this.#isVerified) return 'not read';
    await this.#update(this.#due);
    this.#due = 'nothing';
    const { clock, key, leftOut } = this.#dependencies;
    leftOut.keepOnly(key, this.#held.leftOut());
    this.#representations.publish(this.#held.toJson(), clock.epochMs());
    return this.#isVerified ? 'read' : 'read in part';
  }

  async #update(due: Change): Promise<void> {
    const { maximum } = this.#dependencies;
    const tail = due === 'new entries' ? await this.#read(SHORT_TAIL) : undefined;
    const hasGrown = tail !== undefined && this.#takeAdded(tail);
    if (!hasGrown) this.#takeAll(await this.#read(maximum));
    this.#isVerified = !hasGrown;
  }

  /**
   * Takes up what was added, and no more.
   * @returns false where something else is seen as well: more was added than a short tail shows, or entries were deleted,
   *   trimmed or replaced
   */
  #takeAdded({ length, entries }: StreamTail): boolean {
    const added = length < this.#length ? undefined : this.#held.prepend(entries);
    const isAllTold = added !== undefined && length === this.#length + added;
    this.#length = length;
    return isAllTold;
  }

  /** What was lost, or is overwritten by another type, goes on as last known (G26). */
  #takeAll(tail: StreamTail | undefined): void {
    const { key, losses } = this.#dependencies;
    if (tail === undefined) return;
    if (tail.length > 0) losses.letGo([key]);
    if (losses.isLost(key)) return;
    this.#held.replace(tail.entries);
    this.#length = tail.length;
  }

  /** @returns undefined where the key holds no stream */
  async #read(count: number): Promise<StreamTail | undefined> {
    const { key, maximum, stream, wrongTypes } = this.#dependencies;
    try {
      const tail = await stream.newest(Math.min(count, maximum));
      wrongTypes.remove(key);
      return tail;
    } catch (error) {
      if (!isWrongType(error)) throw error;
      wrongTypes.add(key, 'a stream');
      return undefined;
    }
  }
}
