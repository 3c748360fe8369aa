import { isForbidden } from '../redis-error.ts';
import type { ProcessCommands, ServingProcesses } from './serving-processes.ts';

/** @returns the process that serves a key now where it is another than those that were there before, else undefined */
export type AnotherProcess = (key: string) => string | undefined;

/**
 * Whether Redis is still the processes that were read from. What vanished from the same process was deleted by somebody; what vanished with a process was lost
 * with it.
 */
export class ServerIdentity {
  readonly #commands: ProcessCommands;
  #accepted: ReadonlySet<string> | undefined;
  #isConfirmed = false;
  #doubts = 0;

  constructor(commands: ProcessCommands) {
    this.#commands = commands;
  }

  /** Takes over which processes another one has accepted. Whether they still answer has to be confirmed. */
  adopt({ accepted }: { readonly accepted: ReadonlySet<string> | undefined }): void {
    this.#accepted = accepted;
  }

  /** Those that were read from last; undefined before the first. */
  get accepted(): ReadonlySet<string> | undefined {
    return this.#accepted;
  }

  /** False from a loss of a connection until the processes behind the new ones are known. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** A connection was lost: there may be another process when it is back. */
  doubt(): void {
    this.#isConfirmed = false;
    this.#doubts++;
  }

  /**
   * Asks who is there. Where nobody may ask, they count as the same.
   * @param settle called before the answer counts; what it throws leaves the doubt
   * @throws {RedisError} where Redis does not answer
   */
  async confirm(settle: (another: AnotherProcess) => Promise<void>): Promise<void> {
    const doubts = this.#doubts;
    const processes = await this.#ask();
    const accepted = this.#accepted;
    await settle((key) => {
      const id = processes?.of(key);
      return id === undefined || accepted?.has(id) !== false ? undefined : id;
    });
    if (processes !== undefined) this.#accepted = new Set(processes.ids);
    // Who was asked may be gone by now.
    this.#isConfirmed = doubts === this.#doubts;
  }

  async #ask(): Promise<ServingProcesses | undefined> {
    try {
      return await this.#commands.processes();
    } catch (cause) {
      if (isForbidden(cause)) return undefined;
      throw cause;
    }
  }
}
