import { RedisError } from '../../shared/redis/redis-error.ts';
import type { CancelTimer, Timers } from '../../shared/timers.ts';

export interface CircuitSettings {
  /** Commands that may be on their way at once. One more fails. Default: 5000. */
  readonly mostPending?: number;
}

/**
 * After a failure, commands fail at once for this long; doubled each time that one which was let through
 * fails too.
 */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

type State = 'closed' | 'open' | 'trying';

/**
 * Lets commands through while Redis answers. When one gets no reply, further ones fail at once instead of
 * waiting each for its own time-out; every now and then one is let through, and all of them again as soon as
 * one is answered. An error that Redis sends is an answer.
 */
export class Circuit {
  readonly #timers: Timers;
  readonly #mostPending: number;
  #state: State = 'closed';
  #pending = 0;
  #isPausing = false;
  #pauseMs = FIRST_PAUSE_MS;
  #cancelPause: CancelTimer = () => undefined;

  constructor(timers: Timers, { mostPending = 5000 }: CircuitSettings = {}) {
    this.#timers = timers;
    this.#mostPending = mostPending;
  }

  /** Commands on their way. */
  get pending(): number {
    return this.#pending;
  }

  /** Rejects with a {@link RedisError}, `unreachable`, at once, where the command is not let through. */
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
   * For commands whose outcome is reported without a promise of the circuit's own.
   * @returns why the command is not let through, `unreachable`; undefined where it is, and is to be followed
   * by one `leave`
   */
  enter(): RedisError | undefined {
    if (this.#state === 'open')
      return new RedisError('unreachable', 'The circuit is open: Redis did not answer');
    if (this.#pending >= this.#mostPending) return new RedisError('unreachable', 'Too many commands wait');
    if (this.#state === 'trying') this.#state = 'open';
    this.#pending += 1;
    return undefined;
  }

  /** @param cause what the command failed with; undefined where it was answered */
  leave(cause?: unknown): void {
    this.#pending -= 1;
    if (cause instanceof RedisError && cause.kind === 'unreachable') this.#open();
    else if (this.#state !== 'closed') this.#close();
  }

  #close(): void {
    this.#cancelPause();
    this.#isPausing = false;
    this.#state = 'closed';
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /**
   * Many commands may fail together: only the first begins a pause, so that the last does not put off the
   * next try.
   */
  #open(): void {
    if (this.#isPausing) return;
    this.#state = 'open';
    this.#isPausing = true;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    this.#cancelPause();
    this.#cancelPause = this.#timers.after(pauseMs, () => {
      this.#isPausing = false;
      this.#state = 'trying';
    });
  }
}
