import { RedisError } from '../../../shared/redis/redis-error.ts';
import { HashMirror } from './hash-mirror.ts';
import type { HashDifference } from './hash-mirror.ts';
import type { HashSource } from './hash-source.ts';
import type { LeftOut } from './left-out.ts';
import type { RefreshOutcome } from './live-resource.ts';

export interface TrackedHashDependencies {
  readonly key: string;
  readonly source: HashSource;
  readonly leftOut: LeftOut;
}

/** A Redis hash that is read again when it is said to have changed, and looked over when that is in doubt. */
export class TrackedHash {
  readonly key: string;
  readonly #leftOut: LeftOut;
  readonly #mirror: HashMirror;
  #isStale = true;
  #isDoubted = false;

  constructor({ key, source, leftOut }: TrackedHashDependencies) {
    this.key = key;
    this.#leftOut = leftOut;
    this.#mirror = new HashMirror(source, key);
  }

  /** @returns whether the key is this hash's */
  noteChange(key: string): boolean {
    const isOurs = key === this.key;
    this.#isStale ||= isOurs;
    return isOurs;
  }

  noteAnyChange(): void {
    this.#isStale = true;
  }

  noteDoubt(): void {
    this.#isDoubted = true;
  }

  /**
   * Reads what is noted.
   * @param apply called with what became different, also where that is nothing, whenever the hash was read
   * @throws {RedisError} when Redis does not answer; what was noted stays noted
   */
  async refresh(apply: (difference: HashDifference) => void): Promise<RefreshOutcome> {
    if (this.#isStale) return await this.#read(apply);
    if (!this.#isDoubted) return 'not read';
    const compared = await this.#mirror.compareSome();
    this.#isDoubted = compared === 'same so far';
    if (compared === 'different') this.#isStale = true;
    return compared === 'same' ? 'read' : 'read in part';
  }

  async #read(apply: (difference: HashDifference) => void): Promise<RefreshOutcome> {
    this.#isStale = false;
    this.#isDoubted = false;
    try {
      apply(await this.#readOrClear());
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    return 'read';
  }

  /** A key of another type counts as empty, and is logged (G26). */
  async #readOrClear(): Promise<HashDifference> {
    try {
      const difference = await this.#mirror.read();
      this.#leftOut.remove(this.key);
      return difference;
    } catch (error) {
      if (!(error instanceof RedisError && error.kind === 'wrong-type')) throw error;
      this.#leftOut.add(this.key, 'It is not a hash.');
      return { written: new Map(), removed: this.#mirror.clear() };
    }
  }
}
