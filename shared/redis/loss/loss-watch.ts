import type { Logger } from '../../logger.ts';
import { isForbidden, RedisError } from '../redis-error.ts';
import type { ProcessCommands, ServingProcesses } from './serving-processes.ts';

/** What a program has read of Redis, and answers from. */
export interface HeldData {
  /** The keys that something is held of. */
  heldKeys(): readonly string[];
  /**
   * Looks in Redis for what is held of these keys, or for some of it.
   * @throws {RedisError} where Redis does not answer
   */
  lookFor(keys: readonly string[]): Promise<Found>;
}

/** Of so many pieces that were looked for, those that are there. */
export interface Found {
  readonly lookedFor: number;
  readonly found: number;
}

export interface LossWatchDependencies {
  readonly commands: ProcessCommands;
  readonly logger: Logger;
  /** What the keys hold, in the plural, for log lines. */
  readonly what: string;
}

/**
 * Distinguishes data that was lost together with a Redis process from data that somebody deleted, before
 * anything that is missing is believed (ADR 12): what vanished from the same process was deleted. Lost keys
 * keep their last known values, each until it is written again, or all keys are flushed.
 */
export class LossWatch {
  readonly #dependencies: LossWatchDependencies;
  /** The processes that were read from last; undefined before the first. */
  #accepted: ReadonlySet<string> | undefined;
  #isConfirmed = false;
  /** Connections that were lost: who answered before the last of them may be gone. */
  #lostConnections = 0;
  #isFeedLost = true;
  readonly #lost = new Set<string>();
  /**
   * Keys that were written since the connection was lost. They say nothing of what another process has kept:
   * writers may be back before this program.
   */
  readonly #written = new Set<string>();
  #confirming: Promise<void> | undefined;

  constructor(dependencies: LossWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Takes over what another watch of the same Redis knows: the processes that were read from, and the lost
   * keys.
   */
  adopt(other: LossWatch): void {
    this.#accepted = other.#accepted;
    for (const key of other.#lost) this.#lost.add(key);
  }

  /** Whether it is known which processes answer, so that what is missing there can be believed. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Keys that vanished with a process, and that are not known to have been written since. */
  get lostCount(): number {
    return this.#lost.size;
  }

  isLost(key: string): boolean {
    return this.#lost.has(key);
  }

  /** A connection on which Redis is read was lost: another process may answer next. */
  noteLostConnection(): void {
    this.#isConfirmed = false;
    this.#lostConnections += 1;
  }

  /** The connection that reports changes was lost. */
  noteLostFeed(): void {
    this.#isFeedLost = true;
    this.#written.clear();
    this.noteLostConnection();
  }

  /** These keys were written or deleted. */
  noteChanges(keys: readonly string[]): void {
    for (const key of keys) {
      if (!this.#isConfirmed) this.#written.add(key);
      this.forget(key);
    }
  }

  /**
   * Anything may have changed: changes are reported again, or, on a connection that was not lost, all keys
   * were flushed.
   */
  noteAnyChange(): void {
    if (!this.#isFeedLost) this.#lost.clear();
    this.#isFeedLost = false;
  }

  /** For this key, Redis counts again: it holds something, or the key has expired. */
  forget(key: string): void {
    this.#lost.delete(key);
  }

  /**
   * Unless it is known, finds out which processes answer, once for all callers that wait for it, and what
   * another one than before has lost. Where an ACL forbids that, they count as the same.
   * @throws {RedisError} where Redis does not answer, or a connection was lost meanwhile
   */
  async confirm(held: HeldData): Promise<void> {
    if (this.#isConfirmed) return;
    this.#confirming ??= this.#identify(held).finally(() => (this.#confirming = undefined));
    await this.#confirming;
    this.#assertConfirmed();
  }

  #assertConfirmed(): void {
    if (!this.#isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
  }

  async #identify(held: HeldData): Promise<void> {
    const lostConnections = this.#lostConnections;
    const processes = await this.#askProcesses();
    if (processes !== undefined) {
      await this.#lookForLoss(held, processes);
      this.#accepted = new Set(processes.ids);
    }
    this.#written.clear();
    this.#isConfirmed = lostConnections === this.#lostConnections;
  }

  async #askProcesses(): Promise<ServingProcesses | undefined> {
    try {
      return await this.#dependencies.commands.processes();
    } catch (cause) {
      if (isForbidden(cause)) return undefined;
      throw cause;
    }
  }

  async #lookForLoss(held: HeldData, processes: ServingProcesses): Promise<void> {
    const lost: string[] = [];
    for (const keys of this.#keysOfOthers(held, processes)) {
      const { lookedFor, found } = await held.lookFor(keys);
      if (2 * found < lookedFor) lost.push(...keys);
      else for (const key of keys) this.forget(key);
    }
    if (lost.length === 0) return;
    for (const key of lost) this.#lost.add(key);
    const { logger, what } = this.#dependencies;
    logger.warn(
      'Redis came back without its data: the last known values are kept until they are written again ' +
        `(${what}: ${lost.length})`,
    );
  }

  /**
   * @returns the keys that something is held of and that another process serves than before, those of each
   * together
   */
  #keysOfOthers(held: HeldData, processes: ServingProcesses): Iterable<string[]> {
    const byProcess = new Map<string, string[]>();
    for (const key of held.heldKeys()) {
      if (this.#written.has(key)) continue;
      const process = processes.of(key);
      if (this.#accepted?.has(process) !== false) continue;
      const keys = byProcess.get(process) ?? [];
      byProcess.set(process, keys);
      keys.push(key);
    }
    return byProcess.values();
  }
}
