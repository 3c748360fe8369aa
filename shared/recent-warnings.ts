import type { Clock } from './clock.ts';
import { describeError } from './describe-error.ts';
import { escapeUnprintable } from './escape-unprintable.ts';
import type { Logger } from './logger.ts';

const MAX_LINES = 20;
/** Maximum number of characters of a message, before unprintable ones are escaped. */
const MAX_LENGTH = 400;

/** A log that keeps its newest warnings and errors, for the heartbeat of the program. */
export class RecentWarnings implements Logger {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #lines: string[] = [];

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** The newest lines, each with its time, without stacks; the oldest one first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  debug(message: string): void {
    this.#logger.debug(message);
  }

  info(message: string): void {
    this.#logger.info(message);
  }

  warn(message: string): void {
    this.#logger.warn(message);
    this.#add(message);
  }

  error(message: string, cause?: unknown): void {
    this.#logger.error(message, cause);
    this.#add(cause === undefined ? message : `${message}: ${describeError(cause).split('\n')[0] ?? ''}`);
  }

  #add(message: string): void {
    const time = new Date(this.#clock.epochMs()).toISOString();
    this.#lines.push(`${time} ${escapeUnprintable(message.slice(0, MAX_LENGTH))}`);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }
}
