import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer } from '../../../rest-sidecar/client/src/answer.ts';
import { poll } from '../../../rest-sidecar/client/src/poll.ts';

const good = (data: unknown, freshMs = 0): Answer<unknown> => ({ ok: true, data, freshMs });
const bad = (retryAfterMs?: number): Answer<unknown> => {
  return { ok: false, status: 503, error: 'Not yet.', retryAfterMs };
};

/** Polls a script of answers, with a clock that the test advances. */
describe('polling', () => {
  let answers: Answer<unknown>[];
  let requestedAtMs: number[];
  let seen: unknown[];
  let abort: AbortController;
  let done: Promise<void>;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    // The minimal jitter.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    requestedAtMs = [];
    seen = [];
    abort = new AbortController();
  });
  afterEach(async () => {
    abort.abort();
    await done;
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Returns the answers of the script, and then always its last answer. */
  function start(script: Answer<unknown>[], everyMs = 1000): void {
    answers = [...script];
    const ask = async (): Promise<Answer<unknown>> => {
      requestedAtMs.push(Date.now());
      const [next = bad()] = answers;
      if (answers.length > 1) answers.shift();
      return await Promise.resolve(next);
    };
    const options = { onData: (data: unknown) => seen.push(data), onError: () => seen.push('bad'), everyMs };
    done = poll(ask, { ...options, signal: abort.signal });
  }

  it('sends requests at the interval, and reports changes', async () => {
    const same = { votes: 1 };
    start([good(same), good(same), good({ votes: 2 })]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(requestedAtMs).toStrictEqual([0, 1000, 2000, 3000]);
    expect(seen).toStrictEqual([{ votes: 1 }, { votes: 2 }]);
  });

  it('sends no request while the answer is fresh', async () => {
    start([good(1, 5000), good(2, 0)]);
    await jest.advanceTimersByTimeAsync(6000);
    expect(requestedAtMs).toStrictEqual([0, 5000, 6000]);
  });

  it('backs off after failures, up to one minute', async () => {
    start([bad()], 10_000);
    await jest.advanceTimersByTimeAsync(190_000);
    expect(requestedAtMs).toStrictEqual([0, 10_000, 30_000, 70_000, 130_000, 190_000]);
  });

  it('waits for the configured interval', async () => {
    start([bad(90_000), good(1)]);
    await jest.advanceTimersByTimeAsync(91_000);
    expect(requestedAtMs).toStrictEqual([0, 90_000, 91_000]);
  });

  it('reports the first data after failures, changed or not', async () => {
    start([good('same'), bad(), good('same'), good('same')]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(seen).toStrictEqual(['same', 'bad', 'same']);
  });

  it('passes an error of onData to onError, and continues as after any success answer', async () => {
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

  it('sends no request while the page is in the background, not even the first', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const show = (visibilityState: string): void => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    Object.assign(globalThis, { document: page });
    try {
      start([good(1)]);
      await jest.advanceTimersByTimeAsync(5000);
      expect(requestedAtMs).toStrictEqual([]);
      show('visible');
      await jest.advanceTimersByTimeAsync(500);
      show('hidden');
      await jest.advanceTimersByTimeAsync(5000);
      expect(requestedAtMs).toStrictEqual([5000]);
      abort.abort();
      await done;
      expect(requestedAtMs).toStrictEqual([5000]);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  it.each([
    ['data', good(1)],
    ['an error answer', bad()],
  ])('does not pass on %s that arrives after the abort', async (_what, answer) => {
    let respond = (_answer: Answer<unknown>): void => undefined;
    const response = new Promise<Answer<unknown>>((resolve) => (respond = resolve));
    const onData = (data: unknown): void => void seen.push(data);
    const onError = (): void => void seen.push('bad');
    done = poll(async () => await response, { onData, onError, signal: abort.signal });
    await jest.advanceTimersByTimeAsync(0);
    abort.abort();
    respond(answer);
    await done;
    expect(seen).toStrictEqual([]);
  });

  it('ends immediately with its signal', async () => {
    start([good(1)]);
    await jest.advanceTimersByTimeAsync(500);
    abort.abort();
    await done;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(requestedAtMs).toStrictEqual([0]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
