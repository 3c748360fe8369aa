import type { Logger } from '../../logger.ts';
import { isForbidden, RedisError } from '../redis-error.ts';
import type { ProcessCommands, ServingProcesses } from './serving-processes.ts';

/** The data that a program has read from Redis and answers with. */
export interface CachedData {
  /** The keys with data in memory that should exist in Redis: all except those that have expired. */
  cachedKeys(): readonly string[];
  /**
   * Checks how much of the data of these keys, or a sample of it, still exists in Redis.
   * @throws {RedisError} if Redis does not answer
   */
  countExisting(keys: readonly string[]): Promise<ExistingCount>;
}

/** Number of checked pieces, and how many of them exist. */
export interface ExistingCount {
  readonly checked: number;
  readonly existing: number;
}

export interface LossWatchDependencies {
  readonly commands: ProcessCommands;
  readonly logger: Logger;
  /** The kind of data, in the plural, for log lines. */
  readonly what: string;
}

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
  #confirming: Promise<void> | undefined;

  constructor(dependencies: LossWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Copies the state of another watch for the same Redis: the processes that were read from, and those of
   * the lost keys that this program still reads.
   */
  adopt(other: LossWatch, isRead: (key: string) => boolean): void {
    this.#accepted = other.#accepted;
    for (const key of other.#lost) if (isRead(key)) this.#lost.add(key);
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
  recordChanges(keys: readonly string[]): void {
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
   * Identifies the answering processes, unless known, and checks what a new process has lost. Concurrent
   * callers share one check. If an ACL forbids it, the processes are assumed to be the same.
   * @throws {RedisError} if Redis does not answer, or a connection was lost in between
   */
  async confirm(cached: CachedData): Promise<void> {
    if (this.#isConfirmed) return;
    this.#confirming ??= this.#identify(cached).finally(() => (this.#confirming = undefined));
    await this.#confirming;
    this.#assertConfirmed();
  }

  #assertConfirmed(): void {
    if (!this.#isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
  }

  async #identify(cached: CachedData): Promise<void> {
    const lostConnections = this.#lostConnections;
    const processes = await this.#queryProcesses();
    if (processes !== undefined) {
      await this.#detectLoss(cached, processes);
      this.#accepted = new Set(processes.ids);
    }
    this.#written.clear();
    this.#isConfirmed = lostConnections === this.#lostConnections;
  }

  async #queryProcesses(): Promise<ServingProcesses | undefined> {
    try {
      return await this.#dependencies.commands.processes();
    } catch (cause) {
      if (isForbidden(cause)) return undefined;
      throw cause;
    }
  }

  async #detectLoss(cached: CachedData, processes: ServingProcesses): Promise<void> {
    const lostGroups: string[][] = [];
    for (const keys of this.#keysOfOthers(cached, processes)) {
      const { checked, existing } = await cached.countExisting(keys);
      if (2 * existing < checked) lostGroups.push(keys);
      else for (const key of keys) this.forget(key);
    }
    const lost = lostGroups.flat();
    if (lost.length === 0) return;
    for (const key of lost) this.#lost.add(key);
    const { logger, what } = this.#dependencies;
    logger.warn(
      'Redis came back without its data: the last known values are kept until they are written again ' +
        `(${what}: ${lost.length})`,
    );
  }

  /**
   * Returns the keys in memory that are now served by another process than before, grouped by process. Keys
   * that are already lost form groups of their own: keys that were restored since do not show whether this
   * process has data that an earlier one had lost.
   */
  #keysOfOthers(cached: CachedData, processes: ServingProcesses): Iterable<string[]> {
    const groups = new Map<string, string[]>();
    for (const key of cached.cachedKeys()) {
      if (this.#written.has(key)) continue;
      const process = processes.of(key);
      if (this.#accepted?.has(process) !== false) continue;
      const group = this.isLost(key) ? `${process}, lost` : process;
      const keys = groups.get(group) ?? [];
      groups.set(group, keys);
      keys.push(key);
    }
    return groups.values();
  }
}
