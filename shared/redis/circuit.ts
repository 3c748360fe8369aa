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

  /** Rejects with a {@link RedisError}, `unreachable`, at once, where the command is not let through. One promise and no more: every permit comes this way. */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#state === 'open') return refuse('Redis did not answer a moment ago');
    if (this.#pending >= this.#mostPending) return refuse('Too many commands wait');
    const reply = command();
    if (this.#state === 'trying') this.#state = 'open';
    this.#pending++;
    return reply.then(
      (value) => {
        this.#pending--;
        this.#close();
        return value;
      },
      (cause: unknown) => {
        this.#pending--;
        if (cause instanceof RedisError && cause.kind === 'unreachable') this.#open();
        else this.#close();
        throw cause;
      },
    );
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

function refuse(message: string): Promise<never> {
  return Promise.reject(new RedisError('unreachable', message));
}

/** The same commands, each of their calls through the circuit. Wrapped once, as a proxy that looks each call up would cost a permit more than the rest of the circuit. */
export function withCircuit<Commands extends object>(commands: Commands, circuit: Circuit): Commands {
  const guarded = Object.create(commands) as Record<PropertyKey, unknown>;
  for (const [name, method] of methodsOf(commands))
    guarded[name] = (...args: unknown[]) =>
      circuit.run(() => Reflect.apply(method, commands, args) as Promise<unknown>);
  return guarded as Commands;
}

type Method = (...args: unknown[]) => unknown;

/** Inherited ones too, each as a call would find it. */
function methodsOf(commands: object): Map<PropertyKey, Method> {
  const methods = new Map<PropertyKey, Method>();
  for (
    let owner = commands;
    owner !== Object.prototype;
    owner = Reflect.getPrototypeOf(owner) ?? Object.prototype
  )
    for (const name of Reflect.ownKeys(owner)) {
      const member: unknown = Reflect.get(commands, name);
      if (typeof member === 'function' && name !== 'constructor') methods.set(name, member as Method);
    }
  return methods;
}
