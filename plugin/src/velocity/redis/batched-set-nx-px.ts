import type { TellSetNxPx } from '../../../../shared/redis/redis-commands.ts';
import type { Executor } from '../../../types/jdk.ts';
import type { SetNxPxBatch, SetNxPxSender } from './set-nx-px-batch.ts';

/** Fewer keys are as soon set one by one, by commands that every ACL allows. */
const FEWEST_FOR_SCRIPT = 8;

/**
 * `SET NX PX` with `PTTL`: all that are asked for while the script handles the packets that wait are sent at once, and their replies come back at once. One by one, each
 * would cost a write to the socket and a task on the script thread, many times what the rest of a permit does.
 */
export class BatchedSetNxPx {
  readonly #executor: Executor;
  readonly #few: SetNxPxSender;
  readonly #many: SetNxPxSender;
  #waiting: SetNxPxBatch | undefined;

  /**
   * @param few sends a few keys
   * @param many sends more of them, at least eight
   */
  constructor(executor: Executor, few: SetNxPxSender, many: SetNxPxSender) {
    this.#executor = executor;
    this.#few = few;
    this.#many = many;
  }

  ask(key: string, value: string, ttlMs: number, later: TellSetNxPx): void {
    const waiting = this.#waiting;
    if (waiting?.ttlMs !== ttlMs || waiting.value !== value) {
      this.#begin({ value, ttlMs, keys: [key], later: [later] });
    } else {
      waiting.keys.push(key);
      waiting.later.push(later);
    }
  }

  /** Its turn comes after the packets that are being handled. */
  #begin(batch: SetNxPxBatch): void {
    this.#waiting = batch;
    this.#executor.execute(() => {
      if (this.#waiting === batch) this.#waiting = undefined;
      const sender = batch.keys.length < FEWEST_FOR_SCRIPT ? this.#few : this.#many;
      sender.send(batch);
    });
  }
}
