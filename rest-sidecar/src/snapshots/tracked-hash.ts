import type { Found, HeldData, LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { WrongTypes } from '../../../shared/redis/wrong-types.ts';
import { HashMirror } from './hash-mirror.ts';
import type { HashDifference } from './hash-mirror.ts';
import type { HashSource } from './hash-source.ts';
import type { LeftOut } from './left-out.ts';
import type { ChangeNotes, RefreshOutcome } from './live-resource.ts';

export interface TrackedHashDependencies {
  readonly key: string;
  readonly source: HashSource;
  readonly leftOut: LeftOut;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
}

/** Fields that are looked for to tell whether Redis has what it had. */
const SAMPLE = 100;

type Note = 'none' | 'doubted' | 'changed';

/** A Redis hash that is read again when it is said to have changed, and looked over when that is in doubt. */
export class TrackedHash implements ChangeNotes, HeldData {
  readonly key: string;
  readonly #dependencies: TrackedHashDependencies;
  readonly #mirror: HashMirror;
  #note: Note = 'changed';
  #isUrgent = false;
  /** Names of fields that are left out as they are not UTF-8. */
  #unreadable: readonly string[] = [];

  constructor(dependencies: TrackedHashDependencies) {
    this.key = dependencies.key;
    this.#dependencies = dependencies;
    this.#mirror = new HashMirror(dependencies.source, this.key);
  }

  /** Whether all of it was read once. */
  get isComplete(): boolean {
    return this.#mirror.isComplete;
  }

  noteChange(key: string): boolean {
    const isOurs = key === this.key;
    if (isOurs) this.#note = 'changed';
    return isOurs;
  }

  noteAnyChange(): void {
    this.#note = 'changed';
  }

  noteDoubt(): void {
    if (this.#note === 'none') this.#note = 'doubted';
  }

  heldKeys(): readonly string[] {
    return this.#mirror.isEmpty ? [] : [this.key];
  }

  async lookFor(keys: readonly string[]): Promise<Found> {
    const fields = keys.includes(this.key) ? this.#mirror.someFields(SAMPLE) : [];
    if (fields.length === 0) return { lookedFor: 0, found: 0 };
    const texts = await this.#dependencies.source.read(this.key, fields).catch((error: unknown) => {
      if (isWrongType(error)) return [];
      throw error;
    });
    return { lookedFor: fields.length, found: texts.filter((text) => text !== null).length };
  }

  takeNotes(): void {
    if (this.#note === 'none') return;
    this.#isUrgent ||= this.#note === 'changed';
    this.#note = 'none';
    this.#mirror.noteChange();
  }

  /**
   * Reads some of what is to be read.
   * @param apply called with what became different, also where that is nothing, whenever something was read
   * @throws {RedisError} when Redis does not answer
   */
  async refresh(apply: (difference: HashDifference) => void): Promise<RefreshOutcome> {
    if (!this.#mirror.isDue()) return 'not read';
    const difference = await this.#step();
    this.#leaveOutUnreadable();
    // Where one change was missed, more may be.
    this.#isUrgent ||= difference.written.size + difference.removed.length > 0;
    apply(difference);
    if (this.#mirror.isDue()) return this.#isUrgent ? 'read in part' : 'looked over in part';
    this.#isUrgent = false;
    return 'read';
  }

  /** What was lost, or is overwritten by another type, goes on as last known (G26). */
  async #step(): Promise<HashDifference> {
    const { wrongTypes } = this.#dependencies;
    try {
      const isGone = await this.#isLost();
      const difference = isGone ? this.#goOn() : await this.#mirror.step();
      wrongTypes.remove(this.key);
      return difference;
    } catch (error) {
      if (!isWrongType(error)) throw error;
      wrongTypes.add(this.key, 'a hash');
      return this.#goOn();
    }
  }

  #leaveOutUnreadable(): void {
    const { leftOut } = this.#dependencies;
    const { unreadable } = this.#mirror;
    if (unreadable === this.#unreadable) return;
    const names = new Set(unreadable);
    for (const name of this.#unreadable) if (!names.has(name)) leftOut.remove(this.key, name);
    for (const name of names) leftOut.add(this.key, name, 'Its name is not UTF-8.');
    this.#unreadable = unreadable;
  }

  async #isLost(): Promise<boolean> {
    const { losses, source } = this.#dependencies;
    if (!losses.isLost(this.key)) return false;
    const isThere = (await source.size(this.key)) > 0;
    // Written, though nobody told.
    if (isThere) losses.letGo([this.key]);
    return !isThere;
  }

  #goOn(): HashDifference {
    this.#mirror.settle();
    return { written: new Map(), removed: [] };
  }
}
