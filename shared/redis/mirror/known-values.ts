import type { Clock } from '../../clock.ts';
import { DueTimes } from '../../due-times.ts';
import type { Logger } from '../../logger.ts';
import { quote } from '../../quote.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import type { Collection, ReadResult } from './collection.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { MirroredListener } from './mirrored.ts';
import { RejectedValues } from './rejected-values.ts';

interface KnownValuesDependencies<Value> {
  readonly collection: Collection<Value>;
  readonly losses: LossWatch;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Logger;
}

/** The values of one collection in memory, as last read, and the notification of their changes. */
export class KnownValues<Value> {
  /** The rejected values and keys of a wrong type. */
  readonly rejected: RejectedValues;
  readonly #dependencies: KnownValuesDependencies<Value>;
  readonly #values = new Map<string, Value>();
  /** Of a collection with a bound: the number of values of each group. */
  readonly #groupSizes = new Map<string, number>();
  /** The groups whose bound was logged. */
  readonly #fullGroups = new Set<string>();
  /**
   * When each key expires, on the monotonic clock. Redis reports an expired key when it deletes it, which it
   * does immediately if the key is read, else after seconds, or minutes if many other keys have an expiry.
   */
  readonly #expiries = new DueTimes<string>();
  /** Expired keys that could not be read since. That they are missing does not mean that data was lost. */
  readonly #expired = new Set<string>();
  readonly #listeners: MirroredListener[] = [];
  /** Keys whose values have changed since listeners were last notified. */
  #changed = new Set<string>();
  #isNotified = false;
  #nextNotificationMs = -Infinity;

  constructor(dependencies: KnownValuesDependencies<Value>) {
    this.#dependencies = dependencies;
    this.rejected = new RejectedValues(dependencies.collection.name, dependencies.logger);
  }

  get size(): number {
    return this.#values.size;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries();
  }

  /** The keys of the values that should exist in Redis. */
  unexpiredKeys(): readonly string[] {
    return [...this.#values.keys()].filter((key) => !this.#expired.has(key));
  }

  listen(changed: MirroredListener): void {
    this.#listeners.push(changed);
  }

  /** Copies the values of another instance, without a notification. */
  adopt(other: KnownValues<Value>): void {
    for (const [key, value] of other.#values) this.#replace(key, { state: 'present', value });
  }

  /** Takes what was read; listeners are notified later. */
  store(key: string, result: ReadResult<Value>): void {
    const { losses } = this.#dependencies;
    this.#expired.delete(key);
    // Lost values keep their expiry.
    if (result.state === 'present') this.#expiries.set(key, this.#nowMs() + (result.remainingMs ?? Infinity));
    if (result.state !== 'absent') losses.forget(key);
    this.rejected.record(key, result);
    if (this.#replace(key, result)) this.#changed.add(key);
  }

  /** Returns the keys that have expired since the last call. */
  takeExpired(): readonly string[] {
    const keys = this.#expiries.takeUntil(this.#nowMs());
    for (const key of keys) {
      this.#dependencies.losses.forget(key);
      this.#expired.add(key);
    }
    return keys;
  }

  /** Milliseconds until a value expires; Infinity if none does. */
  get expiryWaitMs(): number {
    return this.#expiries.earliest - this.#nowMs();
  }

  /**
   * Whether a key has no value, and its group has as many as it may. Logged once for each group.
   */
  isBeyondBound(key: string): boolean {
    const { bound, name } = this.#dependencies.collection;
    if (bound === undefined || this.#values.has(key)) return false;
    const group = bound.groupOf(key);
    const size = this.#groupSizes.get(group) ?? 0;
    if (size < bound.max) return false;
    if (!this.#fullGroups.has(group)) {
      this.#fullGroups.add(group);
      this.#dependencies.logger.warn(
        `More than ${bound.max} ${name} at ${quote(group)}: the others are not read`,
      );
    }
    return true;
  }

  /** Notifies the listeners of all changes, if {@link notificationWaitMs} has passed. */
  notify(): void {
    if (this.notificationWaitMs > 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isNotified = true;
    this.#nextNotificationMs = this.#nowMs() + UPDATE_INTERVAL_MS;
    for (const listener of this.#listeners) listener(changed);
  }

  /** Milliseconds until listeners must be notified, once the collection is loaded; Infinity if of nothing. */
  get notificationWaitMs(): number {
    const isPending = this.#changed.size > 0 || !this.#isNotified;
    return isPending ? this.#nextNotificationMs - this.#nowMs() : Infinity;
  }

  /** @returns whether the value differs from the known one */
  #replace(key: string, result: ReadResult<Value>): boolean {
    const { collection, losses } = this.#dependencies;
    if (result.state !== 'present') {
      const isKept = result.state === 'wrong type' || losses.isLost(key);
      if (isKept || !this.#values.delete(key)) return false;
      this.#countInGroup(key, -1);
      return true;
    }
    const known = this.#values.get(key);
    if (known !== undefined && collection.isSame?.(known, result.value) === true) return false;
    if (!this.#values.has(key)) this.#countInGroup(key, 1);
    this.#values.set(key, result.value);
    return true;
  }

  #countInGroup(key: string, difference: 1 | -1): void {
    const group = this.#dependencies.collection.bound?.groupOf(key);
    if (group !== undefined) this.#groupSizes.set(group, (this.#groupSizes.get(group) ?? 0) + difference);
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
