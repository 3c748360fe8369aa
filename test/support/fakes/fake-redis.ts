import type { BlocklistCommands } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { ChangeFeed, ChangeListener, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { oneProcess } from '../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';
import type { RedisScript } from '../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

/** An in-memory Redis with sets, whose replies and invalidations are controlled by the test. */
export class FakeRedis implements BlocklistCommands, ChangeFeed {
  /** The sets by key. Null for a value of another type. */
  readonly sets = new Map<string, ReadonlySet<string> | null>();
  /** The sorted sets by key: member → score. Null for a value of another type. */
  readonly sortedSets = new Map<string, ReadonlyMap<string, number> | null>();
  /** The reply to `TIME`, in milliseconds since the epoch. */
  nowMs: () => number = () => 0;
  readonly calls: string[] = [];
  reachable = true;
  /** The process id. Each process has a different one. */
  process = 'first';
  #listener: ChangeListener | undefined;

  subscribe(_prefixes: readonly string[], listener: ChangeListener): Subscription {
    this.#listener = listener;
    return { close: () => (this.#listener = undefined) };
  }

  get listener(): ChangeListener {
    if (this.#listener === undefined) throw new Error('there is no listener');
    return this.#listener;
  }

  /** Changes a set, and reports the change as Redis would. */
  write(key: string, ...members: string[]): void {
    this.writeSilently(key, ...members);
    this.#listener?.keysChanged([key]);
  }

  /** Changes a sorted set, and reports the change as Redis would. */
  writeScores(key: string, scores: Readonly<Record<string, number>>): void {
    const entries = Object.entries(scores);
    if (entries.length === 0) this.sortedSets.delete(key);
    else this.sortedSets.set(key, new Map(entries));
    this.#listener?.keysChanged([key]);
  }

  /** Changes a set without reporting the change. */
  writeSilently(key: string, ...members: string[]): void {
    if (members.length === 0) this.sets.delete(key);
    else this.sets.set(key, new Set(members));
  }

  async processes(): Promise<ServingProcesses> {
    this.#assertReachable();
    return Promise.resolve(oneProcess(this.process));
  }

  /** Runs the script that reads a list, which is the only one that it knows. */
  async evaluate(_script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    this.#assertReachable();
    this.calls.push(`READ ${keys[0] ?? ''}`);
    return await Promise.resolve(keys.map((key, index) => this.#read(key, args[index] === 'timed')));
  }

  #read(key: string, isTimed: boolean): readonly string[] | false {
    const value = isTimed ? this.sortedSets.get(key) : this.sets.get(key);
    if (value === null) return false;
    return [...(value ?? [])].flat().map(String);
  }

  async time(): Promise<number> {
    this.#assertReachable();
    this.calls.push('TIME');
    return Promise.resolve(this.nowMs());
  }

  async keysStartingWith(prefixes: readonly string[]): Promise<readonly string[]> {
    this.#assertReachable();
    this.calls.push('SCAN');
    const keys = [...this.sets.keys(), ...this.sortedSets.keys()];
    return await Promise.resolve(keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix))));
  }

  #assertReachable(): void {
    if (!this.reachable) throw new RedisError('unreachable', 'not connected');
  }
}
