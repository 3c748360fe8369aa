import { describe, expect, it } from '@jest/globals';
import { Random } from '../support/random.ts';
import { History } from './history.ts';
import { GLOBAL, Model } from './model.ts';
import { growthOf, median } from './resources.ts';

const LIMITED = { id: '', ok: false, error: 'RATE_LIMITED' };
const GRANTED = { id: '', ok: true };

/** Times of `performance.now()`, from now on. */
const when = (askedInMs: number, tookMs = 1) => {
  const askedAtMs = performance.now() + askedInMs;
  return { askedAtMs, answeredAtMs: askedAtMs + tookMs };
};

describe('the model of a soak', () => {
  it('takes an edit that is under way for seen or not, and one that is done long ago for seen', () => {
    const model = new Model({ lagMs: 100, settleMs: 100 });
    const done = model.blocked(GLOBAL, 'fly').change(true);
    expect([model.faultInList('my-mod', ['fly'], when(0)), model.faultInList('my-mod', [], when(0))]).toEqual(
      [undefined, undefined],
    );
    done();
    expect(model.faultInList('my-mod', ['fly'], when(500))).toBeUndefined();
    expect(model.faultInList('my-mod', [], when(500))).toContain('fly');
  });

  it('knows no feature that was never blocked, and no other order', () => {
    const model = new Model({ lagMs: 100, settleMs: 100 });
    model.blocked(GLOBAL, 'fly').change(true);
    model.blocked('my-mod', 'xray').change(true);
    expect(model.faultInList('my-mod', ['fly', 'xray'], when(0))).toBeUndefined();
    expect(model.faultInList('my-mod', ['xray', 'fly'], when(0))).toContain('order');
    expect(model.faultInList('other-mod', ['xray'], when(0))).toContain('xray');
  });

  it('keeps the state from before an outage throughout it', () => {
    const model = new Model({ lagMs: 100, settleMs: 100 });
    model.blocked(GLOBAL, 'fly').change(true)();
    model.outages.begin();
    expect(model.faultInList('my-mod', [], when(5000))).toBeUndefined();
  });

  it('takes a second permit in the window, and a refusal without a first, for wrong', () => {
    const model = new Model({ lagMs: 100, settleMs: 100 });
    expect(model.faultInPermit(GRANTED, when(0), when(9000))).toContain('early');
    expect(model.faultInPermit(GRANTED, when(0), when(10_500))).toBeUndefined();
    expect(model.faultInPermit(LIMITED, when(0), when(9000))).toBeUndefined();
    expect(model.faultInPermit(LIMITED, when(0), when(11_000))).toContain('refusal');
    model.outages.begin();
    expect(model.faultInPermit(GRANTED, when(0), when(9000))).toBeUndefined();
  });

  it('takes an internal error for right while a program had no processor, and at no other time', () => {
    const model = new Model({ lagMs: 100, settleMs: 100 });
    const failed = { id: '', ok: false, error: 'INTERNAL_ERROR' };
    model.outages.begin();
    expect(model.faultInPermit(failed, undefined, when(0))).toContain('INTERNAL_ERROR');
    expect(model.outages.faultSince(performance.now())).toBe(true);
    model.outages.beginDelay(performance.now(), false)();
    expect(model.faultInPermit(failed, undefined, when(-1000, 2000))).toBeUndefined();
    expect(model.faultInPermit(failed, undefined, when(1000))).toContain('INTERNAL_ERROR');
  });

  it('takes no fault for a delay of what faults concern, also where that began before it', () => {
    const failed = { id: '', ok: false, error: 'INTERNAL_ERROR' };
    const faultDuring = (hasFaults: boolean) => {
      const model = new Model({ lagMs: 100, settleMs: 100 });
      const end = model.outages.beginDelay(performance.now() - 1000, hasFaults);
      model.outages.begin();
      const faults = [when(-500), when(1000)].map((asked) => model.faultInPermit(failed, undefined, asked));
      end();
      return [...faults, model.faultInPermit(failed, undefined, when(1000))];
    };
    expect(faultDuring(true)).toEqual([undefined, 'the error INTERNAL_ERROR', 'the error INTERNAL_ERROR']);
    expect(faultDuring(false)).toEqual([undefined, undefined, 'the error INTERNAL_ERROR']);
  });

  it('remembers values in the order they were given', () => {
    const history = new History('0');
    for (const value of ['1', '2', '3']) history.change(value)();
    const now = performance.now() + 1;
    expect(['1', '2', '3'].map((value) => history.mayBe(value, now, now))).toEqual([false, false, true]);
    expect(history.latest).toBe('3');
  });
});

describe('the trend of samples', () => {
  const samples = (values: readonly number[]) => values.map((value, index) => ({ atMs: index, value }));

  it('is what they grow by', () => {
    expect(growthOf(samples([10, 20, 30, 40]))).toBe(30);
  });

  it('does not care for a few that are far off', () => {
    const level = samples([5, 5, 5, 900, 5, 5, 5, 800, 5, 5, 5, 5]);
    expect(growthOf(level)).toBe(0);
    expect(median(level.map(({ value }) => value))).toBe(5);
  });
});

describe('chance', () => {
  it('is the same again for the same seed, and within its bounds', () => {
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
