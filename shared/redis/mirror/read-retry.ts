import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import { RedisError } from '../redis-error.ts';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

/**
 * Where only some of the keys can be read, a failure counts for this long, so that others that can be read do
 * not hide it.
 */
const FAILURE_COUNTS_MS = 2 * LONGEST_RETRY_MS;

/** Backoff after failed readings, and what of them is logged. */
export class ReadRetry {
  readonly #what: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #failure: string | undefined;
  #failures = 0;
  #failedAtMs = -Infinity;
  #retryAtMs = -Infinity;
  /** What Redis refused last: it would repeat itself at each attempt. */
  #loggedCode = '';

  /** @param what is read, in the plural */
  constructor(what: string, clock: Clock, logger: Logger) {
    this.#what = what;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Why reading fails; undefined where it does not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Milliseconds until the next attempt; 0 or less for now. */
  waitMs(): number {
    return this.#retryAtMs - this.#clock.monotonicMs();
  }

  /** Lets the next attempt be made at once. */
  reset(): void {
    this.#retryAtMs = -Infinity;
  }

  /** Another connection may be refused something else. */
  forgetLogged(): void {
    this.#loggedCode = '';
  }

  /** @param isAll whether nothing is left to read */
  noteSuccess(isAll: boolean): void {
    if (!isAll && this.#clock.monotonicMs() < this.#failedAtMs + FAILURE_COUNTS_MS) return;
    this.#failures = 0;
    this.#failure = undefined;
    if (isAll) this.#loggedCode = '';
  }

  noteFailure(cause: unknown): void {
    this.#failure = cause instanceof RedisError ? cause.message : String(cause);
    this.#log(cause);
    // Batches that were in flight together fail together.
    if (this.waitMs() > 0) return;
    this.#failedAtMs = this.#clock.monotonicMs();
    this.#retryAtMs = this.#failedAtMs + Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
  }

  /** An unreachable Redis is logged by the connection. */
  #log(cause: unknown): void {
    if (!(cause instanceof RedisError)) {
      this.#logger.error(`The ${this.#what} could not be read`, cause);
      return;
    }
    if (cause.kind !== 'refused') {
      this.#logger.debug(`The ${this.#what} could not be read: ${cause.message}`);
      return;
    }
    // The rest of it may name another key each time.
    const [code = ''] = cause.message.split(' ', 1);
    if (code !== this.#loggedCode)
      this.#logger.warn(`Redis refuses reads of ${this.#what}: ${cause.message}`);
    this.#loggedCode = code;
  }
}
