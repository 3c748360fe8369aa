import type { Logger } from '../../logger.ts';
import { isForbidden, lostMeanwhile } from '../redis-error.ts';
import type { ProcessCommands, ServingProcesses } from './serving-processes.ts';

interface LossWatchDependencies {
  readonly commands: ProcessCommands;
  readonly logger: Logger;
  /** The name of the data, in the plural, for log lines. */
  readonly dataName: string;
}

/**
 * Compares the keys in memory with those in Redis.
 * @param cachedKeys the keys with data in memory that should exist in Redis: all except those that have
 * expired
 * @param existing the keys that exist in Redis
 * @throws {RedisError} if a connection was lost in the meantime
 */
type FindLostKeys = (cachedKeys: Iterable<string>, existing: ReadonlySet<string>) => void;

/**
 * Distinguishes data that was lost with a Redis process from data that somebody deleted, before missing keys
 * are treated as deleted (ADR 12): what is missing in the same process was deleted. Lost keys keep their last
 * known values until they are written again, or all keys are flushed.
 */
export class LossWatch {
  readonly #dependencies: LossWatchDependencies;
  /** The processes that were last read from; undefined before the first read. */
  #accepted: ReadonlySet<string> | undefined;
  #isConfirmed = false;
  /** Number of lost connections. After each, another process may answer. */
  #lostConnections = 0;
  readonly #lost = new Set<string>();
  /**
   * Keys written since the connection was lost. They do not show whether another process kept its data,
   * because writers may have reconnected before this program.
   */
  readonly #written = new Set<string>();

  constructor(dependencies: LossWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Copies the state of another watch for the same Redis: the processes that were read from, and lost keys.
   */
  adopt(other: LossWatch): void {
    this.#accepted = other.#accepted;
    for (const key of other.#lost) this.#lost.add(key);
  }

  /** Whether the answering processes are known, so that missing keys can be treated as deleted. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Number of keys that vanished with a process and have not been written since, as far as known. */
  get lostCount(): number {
    return this.#lost.size;
  }

  isLost(key: string): boolean {
    return this.#lost.has(key);
  }

  /** Must be called when a connection for reads was lost: another process may answer next. */
  recordLostConnection(): void {
    this.#isConfirmed = false;
    this.#lostConnections += 1;
  }

  /** Must be called when the connection of the change feed was lost. */
  recordLostFeed(): void {
    this.#written.clear();
    this.recordLostConnection();
  }

  /** Must be called when these keys were written or deleted. */
  recordChanges(keys: Iterable<string>): void {
    for (const key of keys) {
      if (!this.#isConfirmed) this.#written.add(key);
      this.forget(key);
    }
  }

  /** Treats Redis as authoritative for this key again: it has a value, or the key has expired. */
  forget(key: string): void {
    this.#lost.delete(key);
  }

  /** The same for all keys. Must be called when they were flushed. */
  forgetAll(): void {
    this.#lost.clear();
  }

  /**
   * Identifies the answering processes, unless they are known. If an ACL forbids it, they are assumed to be
   * the same as before.
   * @returns undefined if the processes are known now; otherwise there is a new one, and the function must be
   * called with the keys that exist in it
   * @throws {RedisError} if Redis does not answer
   */
  async identify(): Promise<FindLostKeys | undefined> {
    if (this.#isConfirmed) return undefined;
    const lostConnections = this.#lostConnections;
    const processes = await this.#queryProcesses();
    const findLostKeys: FindLostKeys = (cachedKeys, existing) => {
      if (lostConnections !== this.#lostConnections) throw lostMeanwhile();
      if (processes !== undefined) {
        this.#markLost(cachedKeys, existing, processes);
        this.#accepted = new Set(processes.ids);
      }
      this.#written.clear();
      this.#isConfirmed = true;
    };
    if (processes?.ids.some((id) => this.#accepted?.has(id) === false) === true) return findLostKeys;
    findLostKeys([], new Set());
    return undefined;
  }

  async #queryProcesses(): Promise<ServingProcesses | undefined> {
    try {
      return await this.#dependencies.commands.processes();
    } catch (cause) {
      if (isForbidden(cause)) return undefined;
      throw cause;
    }
  }

  /**
   * Groups the keys that are now served by another process than before by that process: one that has less
   * than half of a group has lost it. Keys that are already lost form groups of their own: keys that were
   * restored since do not show whether this process has data that an earlier one had lost.
   */
  #markLost(cachedKeys: Iterable<string>, existing: ReadonlySet<string>, processes: ServingProcesses): void {
    const groups = new Map<string, string[]>();
    for (const key of cachedKeys) {
      if (this.#written.has(key)) continue;
      const process = processes.of(key);
      if (this.#accepted?.has(process) !== false) continue;
      const group = this.isLost(key) ? `${process}, lost` : process;
      const keys = groups.get(group) ?? [];
      groups.set(group, keys);
      keys.push(key);
    }
    let count = 0;
    for (const keys of groups.values()) {
      const found = keys.filter((key) => existing.has(key)).length;
      const isLost = 2 * found < keys.length;
      if (isLost) count += keys.length;
      for (const key of keys)
        if (isLost) this.#lost.add(key);
        else this.#lost.delete(key);
    }
    const { logger, dataName } = this.#dependencies;
    if (count > 0)
      logger.warn(
        'Redis came back without its data: the last known values are kept until they are written again ' +
          `(${dataName}: ${count})`,
      );
  }
}
