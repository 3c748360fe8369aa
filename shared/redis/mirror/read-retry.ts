import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import { RedisError } from '../redis-error.ts';

const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 1000;

/**
 * If only some keys can be read, a failure is reported for this long, so that successful reads of other keys
 * do not hide it.
 */
const FAILURE_REPORTED_MS = 2 * MAX_RETRY_MS;

/** Backoff after failed reads, and their logging. */
export class ReadRetry {
  readonly #what: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #failure: string | undefined;
  #failures = 0;
  #failedAtMs = -Infinity;
  #retryAtMs = -Infinity;
  /** Error code of the last logged reply. It would repeat with every attempt. */
  #loggedCode = '';

  /** @param what the data that is read, in the plural */
  constructor(what: string, clock: Clock, logger: Logger) {
    this.#what = what;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Why reads fail; undefined if they succeed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Milliseconds until the next attempt; 0 or less if it may start now. */
  waitMs(): number {
    return this.#retryAtMs - this.#clock.monotonicMs();
  }

  /** Allows the next attempt without delay, and begins with the shortest delay again if it fails. */
  reset(): void {
    this.#retryAtMs = -Infinity;
    this.#failures = 0;
  }

  /** Logs the next error reply even if it has the same code: a new connection may have other permissions. */
  forgetLogged(): void {
    this.#loggedCode = '';
  }

  /** @param isAll whether nothing is left to read */
  recordSuccess(isAll: boolean): void {
    if (!isAll && this.#clock.monotonicMs() < this.#failedAtMs + FAILURE_REPORTED_MS) return;
    this.#failures = 0;
    this.#failure = undefined;
    if (isAll) this.#loggedCode = '';
  }

  recordFailure(cause: unknown): void {
    this.#failure = cause instanceof RedisError ? cause.message : String(cause);
    this.#log(cause);
    // Batches in flight together fail together; only the first failure counts.
    if (this.waitMs() > 0) return;
    this.#failedAtMs = this.#clock.monotonicMs();
    this.#retryAtMs = this.#failedAtMs + Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
  }

  /** Errors of unreachable connections are only logged at debug level here; the connection logs them. */
  #log(cause: unknown): void {
    if (!(cause instanceof RedisError)) {
      this.#logger.error(`The ${this.#what} could not be read`, cause);
      return;
    }
    if (cause.kind !== 'error-reply') {
      this.#logger.debug(`The ${this.#what} could not be read: ${cause.message}`);
      return;
    }
    // The rest of the message may name a different key each time.
    const [code = ''] = cause.message.split(' ', 1);
    if (code !== this.#loggedCode)
      this.#logger.warn(`Redis refuses reads of ${this.#what}: ${cause.message}`);
    this.#loggedCode = code;
  }
}
