import { RedisError } from '../../shared/redis/redis-error.ts';
import type { CancelTimer, Timers } from '../../shared/timers.ts';

/** The maximum number of commands in flight; further commands are rejected. */
const MAX_PENDING = 5000;

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
  #state: State = 'closed';
  #pending = 0;
  #isPausing = false;
  #pauseMs = MIN_PAUSE_MS;
  #cancelPause: CancelTimer = () => undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Runs a command. Rejects immediately with a {@link RedisError}, `unreachable`, if the command is not
   * admitted.
   */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#state === 'open') return refuse('The circuit is open: Redis did not answer');
    if (this.#pending >= MAX_PENDING) return refuse('Too many commands in flight');
    // Only this trial command is admitted until its reply.
    if (this.#state === 'half-open') this.#state = 'open';
    this.#pending += 1;
    return command().then(
      (value) => {
        this.#leave();
        return value;
      },
      (cause: unknown) => {
        this.#leave(cause);
        throw cause;
      },
    );
  }

  /** @param cause the error of the command; undefined if it succeeded */
  #leave(cause?: unknown): void {
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

function refuse(message: string): Promise<never> {
  return Promise.reject(new RedisError('unreachable', message));
}
