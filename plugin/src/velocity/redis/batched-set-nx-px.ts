import type { SetNxPxReply } from '../../../../shared/redis/redis-commands.ts';
import type { Circuit } from '../../../../shared/redis/circuit.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisFuture, SetArgs } from '../../../types/lettuce.ts';
import type { LettuceAsked } from './lettuce-asked.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';
import { sendTogether, whenAll } from './send-together.ts';

interface Asked {
  readonly key: string;
  readonly value: string;
  readonly ttlMs: number;
  readonly resolve: (reply: SetNxPxReply) => void;
  readonly reject: (cause: Error) => void;
}

interface Sent {
  readonly asked: Asked;
  readonly set: RedisFuture<string | null>;
  readonly pttl: RedisFuture<number>;
}

/**
 * `SET NX PX` with `PTTL`: all that are asked for while the script handles the packets that wait are sent at once, and their replies come back at once. One by one, each
 * would cost a write to the socket and a task on the script thread, many times what the rest of a permit does.
 */
export class BatchedSetNxPx {
  readonly #server: LettuceAsked;
  readonly #circuit: Circuit;
  readonly #executor: Executor;
  readonly #setArgs = new Map<number, SetArgs>();
  #asked: Asked[] = [];

  constructor(server: LettuceAsked, circuit: Circuit, executor: Executor) {
    this.#server = server;
    this.#circuit = circuit;
    this.#executor = executor;
  }

  ask(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    return new Promise((resolve, reject) => {
      const isFirst = this.#asked.push({ key, value, ttlMs, resolve, reject }) === 1;
      // Its turn comes after the packets that are being handled.
      if (isFirst) this.#executor.execute(this.#flush);
    });
  }

  readonly #flush = (): void => {
    const asked = this.#asked;
    this.#asked = [];
    const refusal = this.#circuit.enter();
    if (refusal !== undefined) {
      for (const { reject } of asked) reject(refusal);
      return;
    }
    try {
      this.#await(this.#send(asked));
    } catch (cause) {
      const failure = toRedisError(cause);
      this.#circuit.leave(failure);
      for (const { reject } of asked) reject(failure);
    }
  };

  #send(asked: readonly Asked[]): Sent[] {
    const { before } = this.#server;
    return sendTogether(this.#server, (redis) =>
      asked.map((one) => {
        before?.(redis);
        const set = redis.set(
          one.key,
          one.value,
          this.#setArgs.get(one.ttlMs) ?? this.#makeSetArgs(one.ttlMs),
        );
        before?.(redis);
        return { asked: one, set, pttl: redis.pttl(one.key) };
      }),
    );
  }

  /** For all that decide: who has a permit need not know for how long the key stays. */
  #await(sent: readonly Sent[]): void {
    const sets = sent.map(({ set }) => set);
    whenAll(sets, this.#executor, (thrown) => {
      this.#circuit.leave(thrown === null ? undefined : failureOf(thrown));
      for (const one of sent) this.#settle(one);
    });
  }

  #settle({ asked, set, pttl }: Sent): void {
    try {
      if (set.join() === null) this.#awaitTtl(asked, pttl);
      else asked.resolve({ stored: true, ttlMs: asked.ttlMs });
    } catch (cause) {
      asked.reject(failureOf(cause as Throwable));
    }
  }

  /** Of somebody else's key. The reply is on its way, if it is not there yet. */
  #awaitTtl({ resolve, reject }: Asked, pttl: RedisFuture<number>): void {
    pttl.whenCompleteAsync((ttlMs, thrown) => {
      if (thrown === null) resolve({ stored: false, ttlMs: remaining(ttlMs) });
      else reject(failureOf(thrown));
    }, this.#executor);
  }

  #makeSetArgs(ttlMs: number): SetArgs {
    const args = new (Java.type('io.lettuce.core.SetArgs'))().nx().px(ttlMs);
    this.#setArgs.set(ttlMs, args);
    return args;
  }
}

/** What `PTTL` says: -1 of a key that never expires, -2 of one that is gone by now. */
function remaining(ttlMs: number): number {
  return ttlMs === -1 ? -1 : Math.max(0, ttlMs);
}
