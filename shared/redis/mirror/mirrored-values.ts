import type { Logger } from '../../logger.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import type { MirrorKind, ReadResult } from './mirror-kind.ts';
import type { Freshness, Mirrored, MirroredListener } from './mirrored.ts';
import { RejectedValues } from './rejected-values.ts';
import type { RereadQueue } from './reread-queue.ts';

export interface MirroredValuesDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly queue: RereadQueue;
  readonly losses: LossWatch;
  readonly logger: Logger;
}

/** The last known values of one kind. */
export class MirroredValues<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  /** When memory was last known to equal Redis, on the monotonic clock; undefined before the first time. */
  verifiedAtMs: number | undefined;
  /** The rejected values and keys of a wrong type. */
  readonly rejected: RejectedValues;
  readonly #dependencies: MirroredValuesDependencies<Value>;
  readonly #values = new Map<string, Value>();
  readonly #listeners: MirroredListener[] = [];
  #changed = new Set<string>();
  #isLoaded = false;
  #isUpToDate = false;
  #isNotified = false;
  #resolveLoaded: () => void = () => undefined;

  constructor(dependencies: MirroredValuesDependencies<Value>) {
    this.#dependencies = dependencies;
    this.rejected = new RejectedValues(dependencies.kind.name, dependencies.logger);
    this.loaded = new Promise((resolve) => (this.#resolveLoaded = resolve));
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get isUpToDate(): boolean {
    return this.#isUpToDate;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  freshness(key: string): Freshness {
    if (this.#isUpToDate && !this.#dependencies.queue.isStale(key)) return 'fresh';
    return this.#isLoaded || this.#values.has(key) ? 'stale' : 'unknown';
  }

  canQuery(key: string): boolean {
    const { losses } = this.#dependencies;
    return losses.isConfirmed && !losses.isLost(key);
  }

  isKept(key: string): boolean {
    return this.#dependencies.losses.isLost(key) && this.#values.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries();
  }

  listen(listener: MirroredListener): void {
    this.#listeners.push(listener);
  }

  /** Copies the values of another instance, as stale. `loaded` still waits until all keys are read. */
  adopt(other: MirroredValues<Value>): void {
    for (const [key, value] of other.entries()) this.#values.set(key, value);
    this.#isLoaded = other.isLoaded;
    this.verifiedAtMs = other.verifiedAtMs;
    this.invalidate();
  }

  markAllStale(): void {
    this.#isUpToDate = false;
    this.invalidate();
  }

  /** @param isUpToDate whether all keys were read since the change feed was connected */
  markLoaded(isUpToDate: boolean): void {
    this.#isLoaded = true;
    this.#isUpToDate = isUpToDate;
    this.#resolveLoaded();
    this.invalidate();
  }

  /**
   * Stores the result of reading a key.
   * @returns whether the value differs from the known one
   */
  store(key: string, result: ReadResult<Value>): boolean {
    if (result.state !== 'absent') this.#dependencies.losses.forget(key);
    this.rejected.record(key, result);
    const isDifferent = this.#replace(key, result);
    if (isDifferent) this.#changed.add(key);
    this.invalidate();
    return isDifferent;
  }

  #replace(key: string, result: ReadResult<Value>): boolean {
    if (result.state === 'present') return this.#set(key, result.value);
    const isKept = result.state === 'wrong type' || this.#dependencies.losses.isLost(key);
    return !isKept && this.#values.delete(key);
  }

  #set(key: string, value: Value): boolean {
    const known = this.#values.get(key);
    if (known !== undefined && this.#dependencies.kind.isSame?.(known, value) === true) return false;
    this.#values.set(key, value);
    return true;
  }

  /** Whether listeners must be notified. */
  get hasPendingChanges(): boolean {
    return this.#isLoaded && (this.#changed.size > 0 || !this.#isNotified);
  }

  notifyChanged(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isNotified = true;
    for (const listener of this.#listeners) listener.changed?.(changed);
  }

  /** Must be called when a value, or its freshness, has changed. */
  invalidate(): void {
    for (const listener of this.#listeners) listener.invalidated?.();
  }
}
