import type { Logger } from '../../logger.ts';
import { RedisError } from '../redis-error.ts';

/** Logs why something cannot be read from Redis: each error reply once until reading succeeds. */
export class ReadFailures {
  readonly #dataName: string;
  readonly #logger: Logger;
  #latest: string | undefined;
  /** Error code of the last logged reply. It would repeat with every attempt. */
  #loggedCode = '';

  /** @param dataName the data that is read, in the plural */
  constructor(dataName: string, logger: Logger) {
    this.#dataName = dataName;
    this.#logger = logger;
  }

  /** Why the latest attempt failed; undefined if it succeeded. */
  get latest(): string | undefined {
    return this.#latest;
  }

  /** Logs the next error reply even if it has the same code: a new connection may have other permissions. */
  forgetLogged(): void {
    this.#loggedCode = '';
  }

  recordSuccess(): void {
    this.#latest = undefined;
    this.#loggedCode = '';
  }

  /** Errors of unreachable connections are only logged at debug level here; the connection logs them. */
  record(cause: unknown): void {
    this.#latest = cause instanceof RedisError ? cause.message : String(cause);
    if (!(cause instanceof RedisError)) {
      this.#logger.error(`The ${this.#dataName} could not be read`, cause);
      return;
    }
    if (cause.reason !== 'error-reply') {
      this.#logger.debug(`The ${this.#dataName} could not be read: ${cause.message}`);
      return;
    }
    // The rest of the message may name a different key each time.
    const [code = ''] = cause.message.split(' ', 1);
    if (code !== this.#loggedCode)
      this.#logger.warn(`Redis refuses reads of ${this.#dataName}: ${cause.message}`);
    this.#loggedCode = code;
  }
}
