import { RedisError } from '../../shared/redis/redis-error.ts';
import type { CancelTimer, Timers } from '../../shared/timers.ts';

export interface CircuitBreakerSettings {
  /** The maximum number of commands in flight; further commands are rejected. Default: 5000. */
  readonly maxPending?: number;
}

/**
 * How long the circuit stays open after a failure. Doubled, up to the maximum, each time the trial command
 * fails too.
 */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;

type State = 'closed' | 'open' | 'half-open';

/**
 * A circuit breaker. It is closed while Redis answers. When a command gets no reply, the circuit opens:
 * further commands fail immediately instead of each waiting for its own timeout. After a pause it is
 * half-open: one trial command is sent, and a reply closes the circuit. An error reply counts as a reply.
 */
export class CircuitBreaker {
  readonly #timers: Timers;
  readonly #maxPending: number;
  #state: State = 'closed';
  #pending = 0;
  #isPausing = false;
  #pauseMs = MIN_PAUSE_MS;
  #cancelPause: CancelTimer = () => undefined;

  constructor(timers: Timers, { maxPending = 5000 }: CircuitBreakerSettings = {}) {
    this.#timers = timers;
    this.#maxPending = maxPending;
  }

  /** Commands in flight. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Runs a command. Rejects immediately with a {@link RedisError}, `unreachable`, if the command is not
   * admitted.
   */
  run<T>(command: () => Promise<T>): Promise<T> {
    const refusal = this.enter();
    if (refusal !== undefined) return Promise.reject(refusal);
    return command().then(
      (value) => {
        this.leave();
        return value;
      },
      (cause: unknown) => {
        this.leave(cause);
        throw cause;
      },
    );
  }

  /**
   * Admits a command that does not run through `run`. An admitted command must be followed by exactly one
   * call of `leave`.
   * @returns undefined if the command is admitted; otherwise an error of kind `unreachable`
   */
  enter(): RedisError | undefined {
    if (this.#state === 'open')
      return new RedisError('unreachable', 'The circuit is open: Redis did not answer');
    if (this.#pending >= this.#maxPending) return new RedisError('unreachable', 'Too many commands wait');
    // Only this trial command is admitted until its reply.
    if (this.#state === 'half-open') this.#state = 'open';
    this.#pending += 1;
    return undefined;
  }

  /** @param cause the error of the command; undefined if it succeeded */
  leave(cause?: unknown): void {
    this.#pending -= 1;
    if (cause instanceof RedisError && cause.kind === 'unreachable') this.#open();
    else if (this.#state !== 'closed') this.#close();
  }

  #close(): void {
    this.#cancelPause();
    this.#isPausing = false;
    this.#state = 'closed';
    this.#pauseMs = MIN_PAUSE_MS;
  }

  /**
   * Many commands may fail at the same time. Only the first starts a pause, so that later ones do not delay
   * the trial command.
   */
  #open(): void {
    if (this.#isPausing) return;
    this.#state = 'open';
    this.#isPausing = true;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    this.#cancelPause = this.#timers.after(pauseMs, () => {
      this.#isPausing = false;
      this.#state = 'half-open';
    });
  }
}
