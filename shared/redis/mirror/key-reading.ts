import type { Clock } from '../../clock.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import type { ProcessCommands } from '../loss/serving-processes.ts';
import { WRONG_TYPE } from '../redis-commands.ts';
import { RedisError } from '../redis-error.ts';
import type { WrongTypes } from '../wrong-types.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { ComparedSize, MirrorKind, ReadContext, ReadResult } from './mirror-kind.ts';
import { ExpiringKeys } from './expiring-keys.ts';
import type { MirroredValues } from './mirrored-values.ts';
import type { RereadQueue } from './reread-queue.ts';

/** What of Redis a mirror needs, beside what its kinds read with. */
export interface MirrorCommands extends ProcessCommands {
  /** Every key that begins with `prefix`, each once, in no order. @throws {RedisError} */
  keysStartingWith(prefix: string): Promise<readonly string[]>;
}

export interface KeyReadingDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly values: MirroredValues<Value>;
  readonly queue: RereadQueue;
  readonly clock: Clock;
  readonly commands: MirrorCommands;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
}

/** How keys of one kind are found, read into memory, and compared with it. */
export class KeyReading<Value> {
  readonly #dependencies: KeyReadingDependencies<Value>;
  readonly #expiring: ExpiringKeys;

  constructor(dependencies: KeyReadingDependencies<Value>) {
    this.#dependencies = dependencies;
    this.#expiring = new ExpiringKeys(dependencies.clock);
  }

  /** Puts the keys that have expired into the queue: where Redis has lost them, they count as deleted. */
  queueExpired(): void {
    const { losses, queue, values } = this.#dependencies;
    for (const key of this.#expiring.takeExpired()) {
      losses.letGo([key]);
      values.markStale(key);
      queue.add(key);
    }
  }

  /** Milliseconds until the next key expires; Infinity for never. */
  untilExpiryMs(): number {
    return this.#expiring.waitMs();
  }

  /** @returns every key that holds something in Redis or in memory @throws {RedisError} */
  async findKeys(): Promise<string[]> {
    const { commands, kind, values, wrongTypes } = this.#dependencies;
    const all = new Set(kind.keys);
    for (const prefix of kind.prefixes)
      for (const key of await commands.keysStartingWith(prefix)) all.add(key);
    for (const key of values.keys()) all.add(key);
    // What was left out may be gone by now.
    for (const key of [...values.rejectedKeys(), ...wrongTypes.keys()]) if (isKeyOf(kind, key)) all.add(key);
    return [...all];
  }

  /** @returns of these keys those whose value has another size in Redis than in memory @throws {RedisError} */
  async differing(size: ComparedSize<Value>, keys: readonly string[]): Promise<string[]> {
    const sizes = await size.read(keys);
    return keys.filter((key, index) => sizes[index] !== this.#expectedSize(size, key));
  }

  /**
   * Reads keys, none of which is being read already.
   * @returns whether a value is different from what was known
   * @throws {RedisError} those that are known to have changed are in the queue again
   */
  async read(keys: readonly string[], reason: ReadContext<Value>['reason']): Promise<boolean> {
    const { kind, losses, queue, values } = this.#dependencies;
    const finish = queue.begin(keys);
    try {
      const results = await kind.read(keys, { known: (key) => values.get(key), reason });
      // Another process may have answered, which has lost them.
      if (!losses.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      return this.#store(keys, results);
    } catch (cause) {
      for (const key of keys) if (reason === 'changed' || values.isStale(key)) queue.add(key);
      throw cause;
    } finally {
      finish();
    }
  }

  #expectedSize(size: ComparedSize<Value>, key: string): number {
    const { losses, values, wrongTypes } = this.#dependencies;
    if (wrongTypes.has(key)) return WRONG_TYPE;
    const known = losses.isLost(key) ? undefined : values.get(key);
    return known === undefined ? 0 : size.of(known);
  }

  #store(keys: readonly string[], results: readonly ReadResult<Value>[]): boolean {
    const { queue, values } = this.#dependencies;
    let isDifferent = false;
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      // What was lost expires all the same.
      if (result.state === 'present') this.#expiring.set(key, result.remainingMs);
      if (values.store(key, result, queue.has(key))) isDifferent = true;
    }
    return isDifferent;
  }
}
