import { describe, expect, it } from '@jest/globals';
import type { ChangeListener } from '../../../../shared/redis/changes/change-feed.ts';
import { oneProcess } from '../../../../shared/redis/loss/serving-processes.ts';
import { Mirror } from '../../../../shared/redis/mirror/mirror.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

/** A clock that advances with each reading. */
class MovingTime extends ManualTime {
  readonly #stepMs: number;
  #movedMs = 0;

  constructor(stepMs: number) {
    super();
    this.#stepMs = stepMs;
  }

  override monotonicMs(): number {
    this.#movedMs += this.#stepMs;
    return super.monotonicMs() + this.#movedMs;
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a mirror whose clock advances between its decisions', () => {
  it.each([0.01, 0.1, 0.3, 0.7, 1.3, 2.9, 7])('reads every change: by %d ms', async (stepMs) => {
    const time = new MovingTime(stepMs);
    let listener: ChangeListener | undefined;
    let stored = 0;
    const mirror = new Mirror({
      ...{ clock: time, timers: time, logger: new RecordingLogger(), what: 'numbers' },
      changeFeed: {
        subscribe: (_prefixes, heard) => {
          listener = heard;
          return { close: () => undefined };
        },
      },
      commands: {
        processes: () => Promise.resolve(oneProcess('first')),
        keysStartingWith: () => Promise.resolve([]),
      },
      revalidateMs: 1_000_000,
      maxUpdatesPerSecond: 20,
    });
    const values = mirror.add<number>({
      name: 'numbers',
      keys: ['number'],
      prefixes: [],
      read: () => Promise.resolve([{ state: 'present', value: stored }]),
    });
    const notified: (number | undefined)[] = [];
    values.listen({ changed: () => notified.push(values.get('number')) });
    mirror.start();
    listener?.anythingMayHaveChanged();
    await settle();
    const wait = async (ms: number): Promise<void> => {
      for (let waited = 0; waited < ms; waited += 1) {
        time.advance(1);
        await settle();
      }
    };
    for (let round = 1; round <= 200; round++) {
      for (let change = 0; change < 4; change++) {
        stored += 1;
        listener?.keysChanged(['number']);
        await wait((round * 7 + change) % 23);
      }
      await wait(120);
      expect([round, notified.at(-1)]).toEqual([round, stored]);
    }
    mirror.close();
  });
});
