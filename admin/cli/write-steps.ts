import { RedisError } from '../../shared/redis/redis-error.ts';
import { CommandError, EXIT } from './command-error.ts';
import { withAdvice } from './redis-advice.ts';

const CONNECTION_LOST =
  'the last write may have been executed; check before you run the command again (edits: see history)';

/** The steps of a command, each of which writes to Redis, such as one feature of several. */
export class WriteSteps {
  readonly #interrupted: AbortSignal | undefined;
  #done = 0;
  #total = '';

  constructor(interrupted: AbortSignal | undefined) {
    this.#interrupted = interrupted;
  }

  /**
   * Iterates over the steps.
   * @param total all steps, as text, such as `3 features`
   * @throws {CommandError} if the user interrupts the command between two steps
   */
  *of<T>(steps: readonly T[], total: string): Generator<T> {
    this.#total = total;
    for (const [index, step] of steps.entries()) {
      if (this.#interrupted?.aborted === true)
        throw new CommandError(`interrupted after ${index} of ${total}`, EXIT.interrupted);
      this.#done = index;
      yield step;
    }
    this.#done = 0;
  }

  /**
   * Returns the error that ends the command: for an error of Redis, one with exit code 1 that names the
   * complete steps, because 2 would promise that nothing was written.
   */
  toCommandError(cause: unknown): unknown {
    if (!(cause instanceof RedisError)) return cause;
    const isLost = cause.kind === 'unreachable';
    if (this.#done === 0 && !isLost) return cause;
    const completed = this.#done === 0 ? '' : `ended after ${this.#done} of ${this.#total}: `;
    return new CommandError(completed + withAdvice(cause.message, isLost ? CONNECTION_LOST : undefined));
  }
}
