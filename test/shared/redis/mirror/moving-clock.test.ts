import { describe, expect, it } from '@jest/globals';
import type { ChangeListener } from '../../../../shared/redis/changes/change-feed.ts';
import { oneProcess } from '../../../../shared/redis/loss/serving-processes.ts';
import { Mirror } from '../../../../shared/redis/mirror/mirror.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { CancelTimer } from '../../../../shared/timers.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

/** A clock that advances with each reading. Its timers may fire up to 1 ms early, as in Node. */
class MovingTime extends ManualTime {
  readonly #stepMs: number;
  #movedMs = 0;
  /** The number of timers that have fired. */
  fired = 0;

  constructor(stepMs: number) {
    super();
    this.#stepMs = stepMs;
  }

  override monotonicMs(): number {
    this.#movedMs += this.#stepMs;
    return super.monotonicMs() + this.#movedMs;
  }

  override after(delayMs: number, action: () => void): CancelTimer {
    return super.after(Math.max(0, delayMs - 1), () => {
      this.fired += 1;
      action();
    });
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A mirror of one number, whose reads and changes are controlled by a test. */
class NumberUnderTest {
  readonly #time: MovingTime;
  readonly #mirror: Mirror;
  #listener: ChangeListener | undefined;
  /** The number in Redis. */
  stored = 0;
  /** How many of the next attempts to identify the process fail. */
  failures = 0;
  readonly notified: (number | undefined)[] = [];

  constructor(stepMs: number) {
    const time = new MovingTime(stepMs);
    this.#time = time;
    this.#mirror = new Mirror({
      clock: time,
      timers: time,
      logger: new RecordingLogger(),
      dataName: 'numbers',
      changeFeed: {
        subscribe: (_prefixes, listener) => {
          this.#listener = listener;
          return { close: () => undefined };
        },
      },
      commands: {
        processes: () => {
          if (this.failures === 0) return Promise.resolve(oneProcess('first'));
          this.failures -= 1;
          return Promise.reject(new RedisError('unreachable', 'no reply'));
        },
        keysStartingWith: () => Promise.resolve([]),
      },
      revalidateMs: 1_000_000,
    });
    const values = this.#mirror.add<number>({
      name: 'numbers',
      keys: ['number'],
      prefixes: [],
      read: () => Promise.resolve([{ state: 'present', value: this.stored }]),
    });
    values.listen({ changed: () => this.notified.push(values.get('number')) });
    this.#mirror.start();
  }

  get failure(): string | undefined {
    return this.#mirror.failure;
  }

  close(): void {
    this.#mirror.close();
  }

  change(): void {
    this.stored += 1;
    this.#listener?.keysChanged(['number']);
  }

  reconnect(): void {
    this.#listener?.lost();
    this.stored += 1;
    this.#listener?.anythingMayHaveChanged();
  }

  async wait(ms: number): Promise<void> {
    for (let waited = 0; waited < ms; waited += 1) {
      const { fired } = this.#time;
      this.#time.advance(1);
      // Waits only for what has been started: by the change before the first turn, or by a timer.
      if (waited === 0 || this.#time.fired > fired) await settle();
    }
  }
}

describe('a mirror whose clock advances between its decisions', () => {
  it.each([0.01, 0.3, 0.7, 1.3, 7])('reads every change: by %d ms', async (stepMs) => {
    const number = new NumberUnderTest(stepMs);
    number.reconnect();
    await settle();
    for (let round = 1; round <= 60; round++) {
      for (let change = 0; change < 4; change++) {
        number.change();
        await number.wait((round * 7 + change) % 23);
      }
      await number.wait(120);
      expect([round, number.notified.at(-1)]).toEqual([round, number.stored]);
    }
    number.close();
  });

  it.each([0.01, 0.3, 0.7, 1.3, 7])(
    'reads everything after a reconnection whose first reads failed: by %d ms',
    async (stepMs) => {
      const number = new NumberUnderTest(stepMs);
      for (let round = 1; round <= 20; round++) {
        number.failures = round % 4;
        number.reconnect();
        // 50, 100 and 200 ms between the attempts, and up to 50 ms between two updates.
        await number.wait(500);
        expect([round, number.notified.at(-1), number.failure]).toEqual([round, number.stored, undefined]);
      }
      number.close();
    },
  );
});
