import type { Circuit } from '../../../../shared/redis/circuit.ts';
import type { SetNxPxReply, TellSetNxPx } from '../../../../shared/redis/redis-commands.ts';
import type { Executor, Throwable } from '../../../types/jdk.ts';
import type { RedisFuture, SetArgs } from '../../../types/lettuce.ts';
import type { LettuceAsked } from './lettuce-asked.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';
import { failEach, tellEach } from './set-nx-px-batch.ts';
import type { SetNxPxBatch, SetNxPxSender } from './set-nx-px-batch.ts';
import { sendTogether, whenAll } from './send-together.ts';

interface Sent {
  readonly set: RedisFuture<string | null>;
  readonly pttl: RedisFuture<number>;
}

/** By two commands for each key, all written to the socket at once. */
export class SetNxPxOneByOne implements SetNxPxSender {
  readonly #server: LettuceAsked;
  readonly #circuit: Circuit;
  readonly #executor: Executor;
  readonly #setArgs = new Map<number, SetArgs>();

  constructor(server: LettuceAsked, circuit: Circuit, executor: Executor) {
    this.#server = server;
    this.#circuit = circuit;
    this.#executor = executor;
  }

  send(batch: SetNxPxBatch): void {
    const refusal = this.#circuit.enter();
    if (refusal !== undefined) {
      failEach(batch, refusal);
      return;
    }
    let sent: readonly Sent[];
    try {
      sent = this.#sendEach(batch);
    } catch (cause) {
      const failure = toRedisError(cause);
      this.#circuit.leave(failure);
      failEach(batch, failure);
      return;
    }
    this.#await(batch, sent);
  }

  /** For all that decide: who has a permit need not know for how long the key stays. */
  #await(batch: SetNxPxBatch, sent: readonly Sent[]): void {
    const sets = sent.map(({ set }) => set);
    const stored: SetNxPxReply = { stored: true, ttlMs: batch.ttlMs };
    whenAll(sets, this.#executor, (thrown) => {
      this.#circuit.leave(thrown === null ? undefined : failureOf(thrown));
      tellEach(batch, (later, index) => {
        const one = sent[index];
        if (one !== undefined) this.#settle(one, stored, later);
      });
    });
  }

  #sendEach({ keys, value, ttlMs }: SetNxPxBatch): Sent[] {
    const { asking } = this.#server;
    const setArgs = this.#setArgs.get(ttlMs) ?? this.#makeSetArgs(ttlMs);
    return sendTogether(this.#server, (redis) =>
      keys.map((key) => {
        if (asking === true) redis.asking();
        const set = redis.set(key, value, setArgs);
        if (asking === true) redis.asking();
        return { set, pttl: redis.pttl(key) };
      }),
    );
  }

  #settle({ set, pttl }: Sent, stored: SetNxPxReply, later: TellSetNxPx): void {
    let reply: SetNxPxReply | Error | undefined;
    try {
      if (set.join() !== null) reply = stored;
    } catch (cause) {
      reply = failureOf(cause as Throwable);
    }
    if (reply === undefined) this.#awaitTtl(later, pttl);
    else later(reply);
  }

  /** Of somebody else's key. The reply is on its way, if it is not there yet. */
  #awaitTtl(later: TellSetNxPx, pttl: RedisFuture<number>): void {
    pttl.whenCompleteAsync((ttlMs, thrown) => {
      later(thrown === null ? { stored: false, ttlMs: remaining(ttlMs) } : failureOf(thrown));
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
