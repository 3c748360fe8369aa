import type { RedisCommands } from './redis-commands.ts';
import { RedisError } from './redis-error.ts';

/**
 * Whether Redis is still the process that was read from. What vanished from the same process was deleted by somebody; what vanished with the process was lost
 * with it.
 */
export class ServerIdentity {
  readonly #commands: Pick<RedisCommands, 'runId'>;
  #accepted: string | undefined;
  #isConfirmed = false;

  constructor(commands: Pick<RedisCommands, 'runId'>) {
    this.#commands = commands;
  }

  /** False from a loss of the connection until the process behind the new one is known. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** The connection was lost: there may be another process when it is back. */
  doubt(): void {
    this.#isConfirmed = false;
  }

  /**
   * Asks who is there. Where an ACL forbids to ask, it counts as the same.
   * @param settle called before the answer counts, with whether it is another process than before; what it throws leaves the doubt
   * @throws {RedisError} where Redis does not answer
   */
  async confirm(settle: (isAnother: boolean) => Promise<void>): Promise<void> {
    const runId = await this.#ask();
    await settle(this.#accepted !== undefined && runId !== undefined && runId !== this.#accepted);
    this.#accepted = runId ?? this.#accepted;
    this.#isConfirmed = true;
  }

  async #ask(): Promise<string | undefined> {
    try {
      return await this.#commands.runId();
    } catch (cause) {
      if (cause instanceof RedisError && cause.message.startsWith('NOPERM')) return undefined;
      throw cause;
    }
  }
}
