import { describe, expect, it } from '@jest/globals';
import { Random } from '../support/random.ts';
import { History } from '../support/model/history.ts';
import { GLOBAL, Model } from '../support/model/model.ts';
import { growthOf, median } from './resources.ts';

const LIMITED = { id: '', ok: false, error: 'RATE_LIMITED' };
const GRANTED = { id: '', ok: true };

/** Returns the times of a request that is sent in `delayMs` milliseconds, by `performance.now()`. */
const when = (delayMs: number, tookMs = 1) => {
  const askedAtMs = performance.now() + delayMs;
  return { askedAtMs, answeredAtMs: askedAtMs + tookMs };
};

const createModel = () => new Model({ lagMs: 100, settleMs: 100 }, []);

describe('the model', () => {
  it('accepts answers with and without an edit in flight, and only answers with an edit that was done long ago', () => {
    const model = createModel();
    const done = model.blocked(GLOBAL, 'fly').change(true);
    expect([
      model.problemInList('my-mod', ['fly'], when(0)),
      model.problemInList('my-mod', [], when(0)),
    ]).toEqual([undefined, undefined]);
    done();
    expect(model.problemInList('my-mod', ['fly'], when(500))).toBeUndefined();
    expect(model.problemInList('my-mod', [], when(500))).toContain('fly');
  });

  it('accepts only features that may be blocked, and only in their order', () => {
    const model = createModel();
    model.blocked(GLOBAL, 'fly').change(true);
    model.blocked('my-mod', 'xray').change(true);
    expect(model.problemInList('my-mod', ['fly', 'xray'], when(0))).toBeUndefined();
    expect(model.problemInList('my-mod', ['xray', 'fly'], when(0))).toContain('order');
    expect(model.problemInList('other-mod', ['xray'], when(0))).toContain('xray');
  });

  it('accepts the state from before an outage during the outage', () => {
    const model = createModel();
    model.blocked(GLOBAL, 'fly').change(true)();
    model.outages.begin();
    expect(model.problemInList('my-mod', [], when(5000))).toBeUndefined();
  });

  it('rejects a second permit in the window, and a refusal without a previous permit', () => {
    const model = createModel();
    expect(model.problemInPermit(GRANTED, when(0), when(9000))).toContain('early');
    expect(model.problemInPermit(GRANTED, when(0), when(10_500))).toBeUndefined();
    expect(model.problemInPermit(LIMITED, when(0), when(9000))).toBeUndefined();
    expect(model.problemInPermit(LIMITED, when(0), when(11_000))).toContain('refusal');
    model.outages.begin();
    expect(model.problemInPermit(GRANTED, when(0), when(9000))).toBeUndefined();
  });

  it('accepts an internal error only while a program got no CPU time', () => {
    const model = createModel();
    const failed = { id: '', ok: false, error: 'INTERNAL_ERROR' };
    model.outages.begin();
    expect(model.problemInPermit(failed, undefined, when(0))).toContain('INTERNAL_ERROR');
    expect(model.outages.faultSince(performance.now())).toBe(true);
    model.outages.beginDelay(performance.now() - 100, false)();
    expect(model.problemInPermit(failed, undefined, when(-1000, 2000))).toBeUndefined();
    expect(model.problemInPermit(failed, undefined, when(1000))).toContain('INTERNAL_ERROR');
  });

  it('does not count a fault as a delay of a program that faults affect, even if the delay began earlier', () => {
    const failed = { id: '', ok: false, error: 'INTERNAL_ERROR' };
    const problemsDuring = (hasFaults: boolean) => {
      const model = createModel();
      const end = model.outages.beginDelay(performance.now() - 1000, hasFaults);
      model.outages.begin();
      const problems = [when(-500), when(1000)].map((span) => model.problemInPermit(failed, undefined, span));
      end();
      return [...problems, model.problemInPermit(failed, undefined, when(1000))];
    };
    expect(problemsDuring(true)).toEqual([undefined, 'the error INTERNAL_ERROR', 'the error INTERNAL_ERROR']);
    expect(problemsDuring(false)).toEqual([undefined, undefined, 'the error INTERNAL_ERROR']);
  });

  it('accepts only the latest value when all changes are done', () => {
    const history = new History('0');
    for (const value of ['1', '2', '3']) history.change(value)();
    const now = performance.now() + 1;
    expect(['1', '2', '3'].map((value) => history.isPossible(value, now, now))).toEqual([false, false, true]);
    expect(history.latest).toBe('3');
  });
});

describe('the trend of samples', () => {
  const samples = (values: readonly number[]) => values.map((value, index) => ({ atMs: index, value }));

  it('is the growth from the first to the last', () => {
    expect(growthOf(samples([10, 20, 30, 40]))).toBe(30);
  });

  it('is not affected by a few outliers', () => {
    const level = samples([5, 5, 5, 900, 5, 5, 5, 800, 5, 5, 5, 5]);
    expect(growthOf(level)).toBe(0);
    expect(median(level.map(({ value }) => value))).toBe(5);
  });
});

describe('random numbers', () => {
  it('are the same for the same seed, and within their bounds', () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 1000 }, () => random.between(2, 5));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(Math.min(...draw(7))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...draw(7))).toBeLessThan(5);
  });
});
