import { RedisError } from '../../../shared/redis/redis-error.ts';
import { HashMirror } from './hash-mirror.ts';
import type { HashDifference } from './hash-mirror.ts';
import type { HashSource } from './hash-source.ts';
import type { LeftOut } from './left-out.ts';
import type { ChangeNotes, RefreshOutcome } from './live-resource.ts';

export interface TrackedHashDependencies {
  readonly key: string;
  readonly source: HashSource;
  readonly leftOut: LeftOut;
}

type Note = 'none' | 'doubted' | 'changed';

/** A Redis hash that is read again when it is said to have changed, and looked over when that is in doubt. */
export class TrackedHash implements ChangeNotes {
  readonly key: string;
  readonly #leftOut: LeftOut;
  readonly #mirror: HashMirror;
  #note: Note = 'changed';
  #isUrgent = false;

  constructor({ key, source, leftOut }: TrackedHashDependencies) {
    this.key = key;
    this.#leftOut = leftOut;
    this.#mirror = new HashMirror(source, key);
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
    const difference = await this.#stepOrClear();
    // Where one change was missed, more may be.
    this.#isUrgent ||= difference.written.size + difference.removed.length > 0;
    apply(difference);
    if (this.#mirror.isDue()) return this.#isUrgent ? 'read in part' : 'looked over in part';
    this.#isUrgent = false;
    return 'read';
  }

  /** A key of another type counts as empty, and is logged (G26). */
  async #stepOrClear(): Promise<HashDifference> {
    try {
      const difference = await this.#mirror.step();
      this.#leftOut.remove(this.key);
      return difference;
    } catch (error) {
      if (!(error instanceof RedisError && error.kind === 'wrong-type')) throw error;
      this.#leftOut.add(this.key, 'It is not a hash.');
      return { written: new Map(), removed: this.#mirror.clear() };
    }
  }
}
