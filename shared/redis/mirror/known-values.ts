import { DueTimes } from '../../due-times.ts';
import type { Platform } from '../../platform.ts';
import { quote } from '../../quote.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import type { Collection, ReadResult } from './collection.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { MirroredListener } from './mirrored.ts';
import { RejectedValues } from './rejected-values.ts';

export interface KnownValuesDependencies<Value> extends Pick<Platform, 'clock' | 'logger'> {
  readonly collection: Collection<Value>;
  readonly losses: LossWatch;
}

/** The values of one collection in memory, as last read, and the notification of their changes. */
export class KnownValues<Value> {
  readonly rejected: RejectedValues;
  readonly #dependencies: KnownValuesDependencies<Value>;
  readonly #values = new Map<string, Value>();
  /** The prefixes with too many values that were logged. */
  readonly #fullPrefixes = new Set<string>();
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

  /** Whether the value is kept although the key was lost with a Redis process. */
  isLost(key: string): boolean {
    return this.#dependencies.losses.isLost(key) && this.#values.has(key);
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

  /** Whether a key has no value, and its prefix has as many as it may. Logged once for each prefix. */
  isBeyondBound(key: string): boolean {
    const { maxPerPrefix, name, prefixes } = this.#dependencies.collection;
    const prefix = prefixes.find((each) => key.startsWith(each));
    if (maxPerPrefix === undefined || prefix === undefined || this.#values.has(key)) return false;
    if ([...this.#values.keys()].filter((known) => known.startsWith(prefix)).length < maxPerPrefix)
      return false;
    if (!this.#fullPrefixes.has(prefix))
      this.#dependencies.logger.warn(
        `More than ${maxPerPrefix} ${name} at ${quote(prefix)}: the others are not read`,
      );
    this.#fullPrefixes.add(prefix);
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
      const isWrongType = result.state === 'rejected' && result.isWrongType === true;
      return !isWrongType && !losses.isLost(key) && this.#values.delete(key);
    }
    const known = this.#values.get(key);
    if (known !== undefined && collection.isSame?.(known, result.value) === true) return false;
    this.#values.set(key, result.value);
    return true;
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
