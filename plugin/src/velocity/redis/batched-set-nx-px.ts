import type { SetNxPxReply } from '../../../../shared/redis/redis-commands.ts';
import type { Circuit } from '../../../../shared/redis/circuit.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, RedisFuture, SetArgs } from '../../../types/lettuce.ts';
import { JavaException } from '../java-exception.ts';
import { NOT_CONNECTED, toRedisError } from './lettuce-error.ts';

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
  readonly #current: () => RedisAsyncCommands | undefined;
  readonly #circuit: Circuit;
  readonly #executor: Executor;
  readonly #setArgs = new Map<number, SetArgs>();
  #asked: Asked[] = [];

  /** @param current the connection's commands; undefined while there is none, and every call fails */
  constructor(current: () => RedisAsyncCommands | undefined, circuit: Circuit, executor: Executor) {
    this.#current = current;
    this.#circuit = circuit;
    this.#executor = executor;
  }

  ask(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const refusal = this.#circuit.enter();
    return refusal === undefined ? this.#ask(key, value, ttlMs) : Promise.reject(refusal);
  }

  #ask(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    return new Promise((resolve, reject) => {
      const isFirst = this.#asked.push({ key, value, ttlMs, resolve, reject }) === 1;
      // Its turn comes after the packets that are being handled.
      if (isFirst) this.#executor.execute(this.#flush);
    });
  }

  readonly #flush = (): void => {
    const asked = this.#asked;
    this.#asked = [];
    try {
      this.#await(this.#send(asked));
    } catch (cause) {
      for (const one of asked) this.#fail(one, toRedisError(cause));
    }
  };

  /** Asks for the commands anew each time, as a cluster's server may have to be told something before each. */
  #send(asked: readonly Asked[]): Sent[] {
    const connection = this.#commands().getStatefulConnection();
    connection.setAutoFlushCommands(false);
    try {
      return asked.map((one) => ({
        asked: one,
        set: this.#commands().set(one.key, one.value, this.#setArgsOf(one.ttlMs)),
        pttl: this.#commands().pttl(one.key),
      }));
    } finally {
      connection.setAutoFlushCommands(true);
      connection.flushCommands();
    }
  }

  #await(sent: readonly Sent[]): void {
    const replies = sent.flatMap(({ set, pttl }) => [set, pttl]);
    Java.type('java.util.concurrent.CompletableFuture')
      .allOf(...replies)
      .whenCompleteAsync(() => {
        for (const one of sent) this.#settle(one);
      }, this.#executor);
  }

  /** The replies are there, or what came instead of them. */
  #settle({ asked, set, pttl }: Sent): void {
    try {
      const stored = set.join() !== null;
      const ttlMs = stored ? asked.ttlMs : remaining(pttl.join());
      this.#circuit.leave();
      asked.resolve({ stored, ttlMs });
    } catch (cause) {
      // A Java exception around the one that tells.
      const thrown = cause as Throwable;
      this.#fail(asked, toRedisError(new JavaException(thrown.getCause() ?? thrown)));
    }
  }

  #fail({ reject }: Asked, cause: Error): void {
    this.#circuit.leave(cause);
    reject(cause);
  }

  #commands(): RedisAsyncCommands {
    const redis = this.#current();
    if (redis === undefined) throw new RedisError('unreachable', NOT_CONNECTED);
    return redis;
  }

  #setArgsOf(ttlMs: number): SetArgs {
    const known = this.#setArgs.get(ttlMs);
    if (known !== undefined) return known;
    const args = new (Java.type('io.lettuce.core.SetArgs'))().nx().px(ttlMs);
    this.#setArgs.set(ttlMs, args);
    return args;
  }
}

/** What `PTTL` says: -1 of a key that never expires, -2 of one that is gone by now. */
function remaining(ttlMs: number): number {
  return ttlMs === -1 ? -1 : Math.max(0, ttlMs);
}
