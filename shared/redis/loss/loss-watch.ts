import type { Logger } from '../../logger.ts';
import { RedisError } from '../redis-error.ts';
import { ServerIdentity } from './server-identity.ts';
import type { AnotherProcess } from './server-identity.ts';
import type { ProcessCommands } from './serving-processes.ts';

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
 * Tells data that was lost with a Redis process from data that somebody deleted, before anything that is missing is believed: a deletion leaves the process
 * behind that was told it. What was lost goes on as last known, each key until it is written again, or all is flushed.
 */
export class LossWatch {
  readonly #dependencies: LossWatchDependencies;
  readonly #identity: ServerIdentity;
  readonly #lost = new Set<string>();
  /** Keys that were written since the connection was lost. They say nothing of what another process has kept: writers may be quicker than we. */
  readonly #written = new Set<string>();
  #wasCut = true;
  #confirming: Promise<void> | undefined;

  constructor(dependencies: LossWatchDependencies) {
    this.#dependencies = dependencies;
    this.#identity = new ServerIdentity(dependencies.commands);
  }

  /** Takes over what another watch of the same Redis knows: the processes that were read from, and the lost keys. */
  adopt(other: LossWatch): void {
    this.#identity.adopt(other.#identity);
    for (const key of other.#lost) this.#lost.add(key);
  }

  /** Whether it is known who answers, so that what is missing there can be believed. */
  get isConfirmed(): boolean {
    return this.#identity.isConfirmed;
  }

  /** Keys that vanished with a process, and that nobody is known to have written since. */
  get lostKeys(): readonly string[] {
    return [...this.#lost];
  }

  get lostCount(): number {
    return this.#lost.size;
  }

  isLost(key: string): boolean {
    return this.#lost.has(key);
  }

  /** A connection on which Redis is read was lost: another process may answer next. */
  noteDoubt(): void {
    this.#identity.doubt();
  }

  /** The connection that tells of changes was lost. */
  noteCut(): void {
    this.#wasCut = true;
    this.#written.clear();
    this.noteDoubt();
  }

  /** These keys were written or deleted. */
  noteChanges(keys: readonly string[]): void {
    if (!this.isConfirmed) for (const key of keys) this.#written.add(key);
    this.letGo(keys);
  }

  /** Anything may have changed. Said on a connection that was not lost, all was flushed, and somebody wanted that. */
  noteAnyChange(): void {
    if (!this.#wasCut) this.#lost.clear();
    this.#wasCut = false;
  }

  /** For these keys, Redis counts again: something was found there, or nobody asks for them any more. */
  letGo(keys: readonly string[]): void {
    for (const key of keys) this.#lost.delete(key);
  }

  /**
   * Asks who answers unless that is known, once for all who wait for it, and what another process than before has lost.
   * @throws {RedisError} where Redis does not answer, or a connection was lost meanwhile
   */
  async confirm(held: HeldData): Promise<void> {
    if (this.isConfirmed) return;
    this.#confirming ??= this.#identity
      .confirm(async (another) => {
        await this.#lookForLoss(held, another);
      })
      .finally(() => (this.#confirming = undefined));
    await this.#confirming;
    this.#assertConfirmed();
  }

  #assertConfirmed(): void {
    if (!this.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
  }

  async #lookForLoss(held: HeldData, another: AnotherProcess): Promise<void> {
    const lost: string[] = [];
    for (const keys of this.#inDoubt(held, another)) {
      const { lookedFor, found } = await held.lookFor(keys);
      if (2 * found < lookedFor) lost.push(...keys);
      else this.letGo(keys);
    }
    this.#written.clear();
    if (lost.length === 0) return;
    for (const key of lost) this.#lost.add(key);
    const { logger, what } = this.#dependencies;
    logger.warn(
      `Redis came back without its data: the last known values are kept until they are written again (${what}: ${lost.length})`,
    );
  }

  /** @returns the keys of which something is held and that another process serves now, those of each process together */
  #inDoubt(held: HeldData, another: AnotherProcess): Iterable<string[]> {
    const byProcess = new Map<string, string[]>();
    for (const key of held.heldKeys()) {
      const process = this.#written.has(key) ? undefined : another(key);
      if (process === undefined) continue;
      const keys = byProcess.get(process) ?? [];
      byProcess.set(process, keys);
      keys.push(key);
    }
    return byProcess.values();
  }
}

/** What several parts of a program hold, as one. */
export function holdTogether(parts: readonly HeldData[]): HeldData {
  return {
    heldKeys: () => parts.flatMap((part) => part.heldKeys()),
    async lookFor(keys) {
      const all = await Promise.all(parts.map((part) => part.lookFor(keys)));
      return {
        lookedFor: all.reduce((sum, { lookedFor }) => sum + lookedFor, 0),
        found: all.reduce((sum, { found }) => sum + found, 0),
      };
    },
  };
}
