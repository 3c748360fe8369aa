import type { CancelTimer, Timers } from '../timers.ts';
import { RedisError } from './redis-error.ts';

export interface CircuitSettings {
  /** Commands that may be on their way at once. One more fails. Default: 5000. */
  readonly mostPending?: number;
}

/** After a failure, commands fail at once for this long; doubled each time that one which was let through fails too. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

type State = 'closed' | 'open' | 'trying';

/**
 * Lets commands through while Redis answers. When one gets no reply, further ones fail at once instead of waiting each for its own time-out; every now and then one is
 * let through, and all of them again as soon as one is answered. An error that Redis sends is an answer.
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

  /** @throws {RedisError} `unreachable`, at once, where the command is not let through */
  async run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#state === 'open') throw new RedisError('unreachable', 'Redis did not answer a moment ago');
    if (this.#pending >= this.#mostPending) throw new RedisError('unreachable', 'Too many commands wait');
    if (this.#state === 'trying') this.#state = 'open';
    this.#pending++;
    try {
      const reply = await command();
      this.#close();
      return reply;
    } catch (cause) {
      if (cause instanceof RedisError && cause.kind === 'unreachable') this.#open();
      else this.#close();
      throw cause;
    } finally {
      this.#pending--;
    }
  }

  #close(): void {
    if (this.#state === 'closed') return;
    this.#cancelPause();
    this.#isPausing = false;
    this.#state = 'closed';
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** Many commands may fail together: only the first begins a pause, so that the last does not put off the next try. */
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

/** The same commands, each of their calls through the circuit. */
export function withCircuit<Commands extends object>(commands: Commands, circuit: Circuit): Commands {
  return new Proxy(commands, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) =>
        await circuit.run(async () => (await Reflect.apply(member, target, args)) as unknown);
    },
  });
}
