import type { Clock } from '../../clock.ts';
import { TimePriorityQueue } from '../../time-priority-queue.ts';
import type { ExistingCount, CachedData, LossWatch } from '../loss/loss-watch.ts';
import { WRONG_TYPE } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { KeyScan } from './key-scan.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { ComparedSize, MirrorKind, ReadResult } from './mirror-kind.ts';
import type { MirroredValues } from './mirrored-values.ts';
import type { Batch, Outcome } from './reread-queue.ts';

export interface KeyReaderDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly values: MirroredValues<Value>;
  readonly clock: Clock;
  readonly scan: KeyScan;
  readonly losses: LossWatch;
}

/** Maximum number of keys that are read to find out whether a process has its data. */
const SAMPLE_SIZE = 100;

/** Finds the keys of one kind, reads them into memory, and compares them with memory. */
export class KeyReader<Value> implements CachedData {
  readonly #dependencies: KeyReaderDependencies<Value>;
  /**
   * When each key expires, on the monotonic clock. Redis reports an expired key when it deletes it, which it
   * does immediately if the key is read, else after seconds, or minutes if many other keys have an expiry.
   */
  readonly #expiries = new TimePriorityQueue<string>();
  /** Expired keys that could not be read since. That they are missing does not mean that data was lost. */
  readonly #expired = new Set<string>();

  constructor(dependencies: KeyReaderDependencies<Value>) {
    this.#dependencies = dependencies;
  }

  /** Removes and returns the expired keys. If Redis has lost them, they now count as deleted. */
  takeExpired(): readonly string[] {
    const { clock, losses } = this.#dependencies;
    const expired = this.#expiries.takeUntil(clock.monotonicMs());
    for (const key of expired) {
      losses.forget(key);
      this.#expired.add(key);
    }
    return expired;
  }

  /** Milliseconds until the next key expires; Infinity for never. */
  untilExpiryMs(): number {
    return this.#expiries.earliest - this.#dependencies.clock.monotonicMs();
  }

  /**
   * Returns every key with a value in Redis or in memory.
   * @param isBackground whether the search leaves Redis time for other clients
   * @throws {RedisError}
   */
  async findKeys(isBackground: boolean): Promise<ReadonlySet<string>> {
    const { kind, scan, values } = this.#dependencies;
    const found = new Set([...(kind.keys ?? []), ...(await scan.find(kind.prefixes, isBackground))]);
    for (const key of values.keys()) found.add(key);
    // Rejected values may have been removed by now.
    for (const key of values.rejected.keys()) found.add(key);
    return found;
  }

  /**
   * Returns the keys whose value has a different size in Redis than in memory.
   * @throws {RedisError}
   */
  async differing(size: ComparedSize<Value>, keys: readonly string[]): Promise<readonly string[]> {
    const sizes = await size.read(keys);
    return keys.filter((key, index) => sizes[index] !== this.#expectedSize(size, key));
  }

  #expectedSize(size: ComparedSize<Value>, key: string): number {
    const { losses, values } = this.#dependencies;
    if (values.rejected.isWrongType(key)) return WRONG_TYPE;
    const known = losses.isLost(key) ? undefined : values.get(key);
    return known === undefined ? 0 : size.of(known);
  }

  /** @throws {RedisError} if the keys could not be read */
  async read({ keys, finish }: Batch): Promise<void> {
    let outcome: Outcome = 'failed';
    try {
      const results = await this.#readKeys(keys);
      // The reply may come from another process, which has lost the keys.
      if (!this.#dependencies.losses.isConfirmed)
        throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      outcome = this.#store(keys, results) ? 'different' : 'same';
    } finally {
      finish(outcome);
    }
  }

  cachedKeys(): readonly string[] {
    return [...this.#dependencies.values.keys()].filter((key) => !this.#expired.has(key));
  }

  async countExisting(keys: readonly string[]): Promise<ExistingCount> {
    const { kind } = this.#dependencies;
    const ours = keys.filter((key) => isKeyOf(kind, key));
    if (ours.length === 0) return { checked: 0, existing: 0 };
    if (kind.countExisting !== undefined) return await kind.countExisting(ours);
    if (kind.size !== undefined) {
      const sizes = await kind.size.read(ours);
      return { checked: sizes.length, existing: sizes.filter((size) => size !== 0).length };
    }
    const results = await this.#readKeys(selectSample(ours));
    return { checked: results.length, existing: results.filter(({ state }) => state !== 'absent').length };
  }

  #readKeys(keys: readonly string[]): Promise<readonly ReadResult<Value>[]> {
    const { kind, values } = this.#dependencies;
    return kind.read(keys, (key) => values.get(key));
  }

  /** @returns whether a value differs from the known one */
  #store(keys: readonly string[], results: readonly ReadResult<Value>[]): boolean {
    const { clock, values } = this.#dependencies;
    let isDifferent = false;
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      this.#expired.delete(key);
      // Lost values keep their expiry.
      if (result.state === 'present')
        this.#expiries.set(key, clock.monotonicMs() + (result.remainingMs ?? Infinity));
      if (values.store(key, result)) isDifferent = true;
    }
    return isDifferent;
  }
}

/** Selects an evenly spaced sample, so that no group of adjacent keys decides the result. */
function selectSample(keys: readonly string[]): readonly string[] {
  const step = Math.max(1, keys.length / SAMPLE_SIZE);
  const count = Math.min(SAMPLE_SIZE, keys.length);
  return Array.from({ length: count }, (_, index) => keys[Math.floor(index * step)] ?? '');
}
