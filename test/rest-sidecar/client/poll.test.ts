import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer } from '../../../rest-sidecar/client/src/answer.ts';
import { poll } from '../../../rest-sidecar/client/src/poll.ts';

const good = (data: unknown, freshMs = 0): Answer<unknown> => ({ ok: true, data, freshMs });
const bad = (retryAfterMs?: number): Answer<unknown> => {
  return { ok: false, status: 503, error: 'Not yet.', retryAfterMs };
};

/** A script of answers, asked for by a clock that the test moves. */
describe('polling', () => {
  let answers: Answer<unknown>[];
  let askedAtMs: number[];
  let seen: unknown[];
  let abort: AbortController;
  let done: Promise<void>;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    // The spread of waits, at its least.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    askedAtMs = [];
    seen = [];
    abort = new AbortController();
  });
  afterEach(async () => {
    abort.abort();
    await done;
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Answers as the script says, and with its last line from then on. */
  function start(script: Answer<unknown>[], everyMs = 1000): void {
    answers = [...script];
    const ask = async (): Promise<Answer<unknown>> => {
      askedAtMs.push(Date.now());
      const [next = bad()] = answers;
      if (answers.length > 1) answers.shift();
      return await Promise.resolve(next);
    };
    const options = { onData: (data: unknown) => seen.push(data), onError: () => seen.push('bad'), everyMs };
    done = poll(ask, { ...options, signal: abort.signal });
  }

  it('asks again after a while, and reports what has changed', async () => {
    const same = { votes: 1 };
    start([good(same), good(same), good({ votes: 2 })]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(askedAtMs).toStrictEqual([0, 1000, 2000, 3000]);
    expect(seen).toStrictEqual([{ votes: 1 }, { votes: 2 }]);
  });

  it('does not ask while the answer may still be used', async () => {
    start([good(1, 5000), good(2, 0)]);
    await jest.advanceTimersByTimeAsync(6000);
    expect(askedAtMs).toStrictEqual([0, 5000, 6000]);
  });

  it('asks at growing intervals while answers are bad, and at least once a minute', async () => {
    start([bad()], 10_000);
    await jest.advanceTimersByTimeAsync(190_000);
    expect(askedAtMs).toStrictEqual([0, 10_000, 30_000, 70_000, 130_000, 190_000]);
  });

  it('waits as long as it is configured to', async () => {
    start([bad(90_000), good(1)]);
    await jest.advanceTimersByTimeAsync(91_000);
    expect(askedAtMs).toStrictEqual([0, 90_000, 91_000]);
  });

  it.each([
    ['that may be used for', good(1, 2 ** 31 * 1000)],
    ['that are bad for', bad(2 ** 31 * 1000)],
  ])('waits days after answers %s longer than a timer holds', async (_what, answer) => {
    start([answer]);
    await jest.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    expect(askedAtMs).toStrictEqual([0]);
  });

  it('reports when answers are good again, changed or not', async () => {
    start([good('same'), bad(), good('same'), good('same')]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(seen).toStrictEqual(['same', 'bad', 'same']);
  });

  it.each([
    ['that are good', good(1, 10_000)],
    ['that are bad', bad(10_000)],
  ])(
    'waits up to a tenth longer after answers %s, so that pages do not ask together',
    async (_what, answer) => {
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
      start([answer]);
      await jest.advanceTimersByTimeAsync(21_000);
      expect(askedAtMs).toStrictEqual([0, 10_500, 21_000]);
    },
  );

  it('hands what onData throws to onError, and asks again as after any good answer', async () => {
    const thrown = new Error('not drawn');
    const script = [good('first'), good('second')];
    const errors: unknown[] = [];
    const ask = async (): Promise<Answer<unknown>> => await Promise.resolve(script.shift() ?? good('second'));
    const onData = (data: unknown): void => {
      seen.push(data);
      if (data === 'first') throw thrown;
    };
    const onError = (answer: unknown): void => void errors.push(answer);
    done = poll(ask, { onData, onError, everyMs: 1000, signal: abort.signal });
    await jest.advanceTimersByTimeAsync(1000);
    expect(seen).toStrictEqual(['first', 'second']);
    expect(errors).toStrictEqual([
      {
        ok: false,
        status: undefined,
        error: 'onData threw an error.',
        retryAfterMs: undefined,
        cause: thrown,
      },
    ]);
  });

  it('ends with what onData throws where there is no onError', async () => {
    const thrown = new Error('not drawn');
    const polling = poll(async () => await Promise.resolve(good(1)), {
      onData: () => {
        throw thrown;
      },
    });
    await expect(polling).rejects.toBe(thrown);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at once with its signal', async () => {
    start([good(1)]);
    await jest.advanceTimersByTimeAsync(500);
    abort.abort();
    await done;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(askedAtMs).toStrictEqual([0]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['data', good(1)],
    ['a bad answer', bad(60_000)],
  ])('ends at once where it is ended by the receiver of %s', async (_what, answer) => {
    const end = (): void => {
      abort.abort();
    };
    done = poll(async () => await Promise.resolve(answer), {
      onData: end,
      onError: end,
      signal: abort.signal,
    });
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
