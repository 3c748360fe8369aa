import type { FeatureSet } from '../../../shared/feature-control/blocked-features.ts';
import type { ChangeFeed, ChangeListener, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import type { BlocklistCommands } from '../../../shared/redis/blocklists/redis-blocklist-store.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { oneProcess } from '../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';

/** The sets of a Redis, in memory, whose replies and invalidations come when a test says so. */
export class FakeRedis implements BlocklistCommands, ChangeFeed {
  /** Keys with a value of another type are null. */
  readonly sets = new Map<string, ReadonlySet<string> | null>();
  readonly calls: string[] = [];
  reachable = true;
  /** What `SCAN` is refused with. */
  refusal: string | undefined;
  /** Another one for each process. */
  process = 'first';
  #listener: ChangeListener | undefined;
  #held: (() => void)[] | undefined;

  subscribe(_prefixes: readonly string[], listener: ChangeListener): Subscription {
    this.#listener = listener;
    return { close: () => (this.#listener = undefined) };
  }

  get listener(): ChangeListener {
    if (this.#listener === undefined) throw new Error('Nobody listens');
    return this.#listener;
  }

  /** Changes a set, and says so as Redis would. */
  write(key: string, ...members: string[]): void {
    this.writeUnheard(key, ...members);
    this.#listener?.keysChanged([key]);
  }

  writeUnheard(key: string, ...members: string[]): void {
    if (members.length === 0) this.sets.delete(key);
    else this.sets.set(key, new Set(members));
  }

  /**
   * From now on `smembers` reads at once, but its reply is held back until the returned function is called.
   */
  holdReads(): () => void {
    const held: (() => void)[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const release of held) release();
    };
  }

  async processes(): Promise<ServingProcesses> {
    this.#assertReachable();
    return Promise.resolve(oneProcess(this.process));
  }

  async smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]> {
    const sets = keys.map((key) => this.#read('SMEMBERS', key));
    const held = this.#held;
    if (held !== undefined) await new Promise<void>((resolve) => held.push(resolve));
    return sets;
  }

  async smismember(key: string, members: readonly string[]): Promise<readonly boolean[]> {
    const set = this.#read('SMISMEMBER', key);
    if (set === undefined) throw new RedisError('wrong-type', 'WRONGTYPE');
    return Promise.resolve(members.map((member) => set.has(member)));
  }

  async scard(keys: readonly string[]): Promise<readonly number[]> {
    this.#assertReachable();
    this.calls.push(`SCARD ${keys.length}`);
    return Promise.resolve(
      keys.map((key) => (this.sets.get(key) === null ? -1 : (this.sets.get(key)?.size ?? 0))),
    );
  }

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    this.#assertReachable();
    this.calls.push('SCAN');
    if (this.refusal !== undefined) throw new RedisError('refused', this.refusal);
    return Promise.resolve([...this.sets.keys()].filter((key) => key.startsWith(prefix)));
  }

  /** @returns undefined where the key holds another type */
  #read(command: string, key: string): ReadonlySet<string> | undefined {
    this.#assertReachable();
    this.calls.push(`${command} ${key}`);
    const set = this.sets.get(key);
    return set === null ? undefined : new Set(set);
  }

  #assertReachable(): void {
    if (!this.reachable) throw new RedisError('unreachable', 'not connected');
  }
}
