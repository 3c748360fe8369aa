import type { Logger } from '../../logger.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import type { WrongTypes } from '../wrong-types.ts';
import type { MirrorKind, ReadResult } from './mirror-kind.ts';
import type { Freshness, Mirrored, MirroredListener } from './mirrored.ts';
import { RejectedValues } from './rejected-values.ts';

export interface MirroredValuesDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
  readonly logger: Logger;
}

/** The last known values of one kind, with what is known of their age. */
export class MirroredValues<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  verifiedAtMs: number | undefined;
  readonly #dependencies: MirroredValuesDependencies<Value>;
  readonly #values = new Map<string, Value>();
  readonly #stale = new Set<string>();
  readonly #rejected: RejectedValues;
  readonly #listeners: MirroredListener[] = [];
  #changed = new Set<string>();
  #isLoaded = false;
  #isUpToDate = false;
  #isNotified = false;
  #markLoaded: () => void = () => undefined;

  constructor(dependencies: MirroredValuesDependencies<Value>) {
    this.#dependencies = dependencies;
    this.#rejected = new RejectedValues(dependencies.kind.name, dependencies.logger);
    this.loaded = new Promise((resolve) => (this.#markLoaded = resolve));
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

  get rejectedCount(): number {
    return this.#rejected.count;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  freshness(key: string): Freshness {
    if (this.#isUpToDate && !this.#stale.has(key)) return 'fresh';
    return this.#isLoaded || this.#values.has(key) ? 'stale' : 'unknown';
  }

  isKept(key: string): boolean {
    return this.#dependencies.losses.isLost(key) && this.#values.has(key);
  }

  /** Takes over the values of another, as stale ones. `loaded` still waits until all keys were read. */
  adopt(other: Mirrored<Value>): void {
    for (const [key, value] of other.entries()) this.#values.set(key, value);
    this.#isLoaded = other.isLoaded;
    this.#touch();
  }

  canAsk(key: string): boolean {
    const { losses } = this.#dependencies;
    return losses.isConfirmed && !losses.isLost(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries();
  }

  /** Keys with a value, or a part of one, that is left out. */
  rejectedKeys(): IterableIterator<string> {
    return this.#rejected.keys();
  }

  listen(listener: MirroredListener): void {
    this.#listeners.push(listener);
  }

  markStale(key: string): void {
    this.#stale.add(key);
    this.#touch();
  }

  markAllStale(): void {
    this.#isUpToDate = false;
    this.#touch();
  }

  /** @param isUpToDate whether all keys were read since changes are reported */
  markLoaded(isUpToDate: boolean): void {
    this.#isLoaded = true;
    this.#isUpToDate = isUpToDate;
    this.#markLoaded();
    this.#touch();
  }

  isStale(key: string): boolean {
    return this.#stale.has(key);
  }

  /**
   * Takes over what was read.
   * @param hasChangedAgain whether the key has changed while it was read, so that it stays stale
   * @returns whether the value is different from what was known
   */
  store(key: string, result: ReadResult<Value>, hasChangedAgain: boolean): boolean {
    if (!hasChangedAgain) this.#stale.delete(key);
    this.#noteState(key, result);
    const isDifferent = this.#replace(key, result);
    if (isDifferent) this.#changed.add(key);
    this.#touch();
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

  /** Whether listeners are to be notified. */
  get hasPendingChanges(): boolean {
    return this.#isLoaded && (this.#changed.size > 0 || !this.#isNotified);
  }

  notifyChanged(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isNotified = true;
    for (const listener of this.#listeners) listener.changed?.(changed);
  }

  #noteState(key: string, result: ReadResult<Value>): void {
    const { losses, wrongTypes } = this.#dependencies;
    if (result.state !== 'absent') losses.letGo([key]);
    if (result.state === 'wrong type') wrongTypes.add(key, result.expected);
    else wrongTypes.remove(key);
    if (result.state === 'rejected') this.#rejected.set(key, [{ name: '', reason: result.reason }]);
    else this.#rejected.set(key, (result.state === 'present' ? result.rejectedParts : undefined) ?? []);
  }

  #touch(): void {
    for (const listener of this.#listeners) listener.touched?.();
  }
}
