import type { Clock } from '../../clock.ts';
import { EarliestFirst } from '../../earliest-first.ts';
import type { Found, HeldData, LossWatch } from '../loss/loss-watch.ts';
import type { ProcessCommands } from '../loss/serving-processes.ts';
import { WRONG_TYPE } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { ComparedSize, MirrorKind, ReadResult } from './mirror-kind.ts';
import type { MirroredValues } from './mirrored-values.ts';
import type { Batch, Outcome } from './reread-queue.ts';

/** What of Redis a mirror needs, beside what its kinds read with. */
export interface MirrorCommands extends ProcessCommands {
  /** Every key that begins with `prefix`, each once, in no order. @throws {RedisError} */
  keysStartingWith(prefix: string): Promise<readonly string[]>;
}

export interface KeyReadingDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly values: MirroredValues<Value>;
  readonly clock: Clock;
  readonly commands: MirrorCommands;
  readonly losses: LossWatch;
}

/** Keys that are read to find out whether a process has its data. */
const SAMPLE = 100;

/** How keys of one kind are found, read into memory, and compared with it. */
export class KeyReading<Value> implements HeldData {
  readonly #dependencies: KeyReadingDependencies<Value>;
  /**
   * By key, when it expires, on the monotonic clock. Redis reports an expired key when it deletes it, which
   * takes it seconds, or minutes where many other keys have an expiry; one that is read, it deletes at once.
   */
  readonly #expiries = new EarliestFirst<string>();

  constructor(dependencies: KeyReadingDependencies<Value>) {
    this.#dependencies = dependencies;
  }

  /** @returns the keys that have expired, each once: where Redis has lost them, they count as deleted */
  takeExpired(): readonly string[] {
    const { clock, losses } = this.#dependencies;
    const expired = this.#expiries.takeUntil(clock.monotonicMs());
    for (const key of expired) losses.forget(key);
    return expired;
  }

  /** Milliseconds until the next key expires; Infinity for never. */
  untilExpiryMs(): number {
    return this.#expiries.earliest - this.#dependencies.clock.monotonicMs();
  }

  /** @returns every key that holds something in Redis or in memory @throws {RedisError} */
  async findKeys(): Promise<ReadonlySet<string>> {
    const { commands, kind, values } = this.#dependencies;
    const found = new Set(kind.keys);
    for (const prefix of kind.prefixes)
      for (const key of await commands.keysStartingWith(prefix)) found.add(key);
    for (const key of values.keys()) found.add(key);
    // What was left out may be gone by now.
    for (const key of values.rejected.keys()) found.add(key);
    return found;
  }

  /**
   * @returns of these keys those whose value has another size in Redis than in memory
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

  /** @throws {RedisError} where the keys could not be read */
  async read({ keys, finish }: Batch): Promise<void> {
    let outcome: Outcome = 'failed';
    try {
      const results = await this.#readKeys(keys);
      // Another process may have answered, which has lost them.
      if (!this.#dependencies.losses.isConfirmed)
        throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      outcome = this.#store(keys, results) ? 'different' : 'same';
    } finally {
      finish(outcome);
    }
  }

  heldKeys(): readonly string[] {
    return [...this.#dependencies.values.keys()];
  }

  async lookFor(keys: readonly string[]): Promise<Found> {
    const { kind } = this.#dependencies;
    const ours = keys.filter((key) => isKeyOf(kind, key));
    if (ours.length === 0) return { lookedFor: 0, found: 0 };
    if (kind.countFound !== undefined) return await kind.countFound(ours);
    if (kind.size !== undefined) {
      const sizes = await kind.size.read(ours);
      return { lookedFor: sizes.length, found: sizes.filter((size) => size !== 0).length };
    }
    const results = await this.#readKeys(selectSample(ours));
    return { lookedFor: results.length, found: results.filter(({ state }) => state !== 'absent').length };
  }

  #readKeys(keys: readonly string[]): Promise<readonly ReadResult<Value>[]> {
    const { kind, values } = this.#dependencies;
    return kind.read(keys, (key) => values.get(key));
  }

  /** @returns whether a value is different from what was known */
  #store(keys: readonly string[], results: readonly ReadResult<Value>[]): boolean {
    const { clock, values } = this.#dependencies;
    let isDifferent = false;
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      // What was lost expires all the same.
      if (result.state === 'present')
        this.#expiries.set(key, clock.monotonicMs() + (result.remainingMs ?? Infinity));
      if (values.store(key, result)) isDifferent = true;
    }
    return isDifferent;
  }
}

/** Evenly spread, so that no group of neighbours decides alone. */
function selectSample(keys: readonly string[]): readonly string[] {
  const step = Math.max(1, keys.length / SAMPLE);
  const count = Math.min(SAMPLE, keys.length);
  return Array.from({ length: count }, (_, index) => keys[Math.floor(index * step)] ?? '');
}
