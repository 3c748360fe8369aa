import { describe, expect, it } from '@jest/globals';
import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { ListedFeature } from '../../../shared/feature-control/explain-feature.ts';

const NOW = 1_800_000_000_000;

const listed = (list: string, rest: Partial<ListedFeature<string>> = {}): ListedFeature<string> => ({
  list,
  isInSet: false,
  applies: true,
  ...rest,
});

const explain = (lists: readonly ListedFeature<string>[], isExempt = false) =>
  explainFeature({ lists, isExempt, nowMs: NOW });

describe('explainFeature', () => {
  it('names all entries that block, the one that lasts longest first', () => {
    const { entries } = explain([
      listed('global', { untilMs: NOW + 1 }),
      listed('client', { untilMs: NOW + 2 }),
      listed('lobby', { isInSet: true, untilMs: NOW + 3 }),
    ]);
    expect(entries).toEqual([
      { list: 'lobby', untilMs: undefined },
      { list: 'client', untilMs: NOW + 2 },
      { list: 'global', untilMs: NOW + 1 },
    ]);
  });

  it('orders two entries without an end by their lists', () => {
    const { entries } = explain([listed('global', { isInSet: true }), listed('client', { isInSet: true })]);
    expect(entries.map(({ list }) => list)).toEqual(['global', 'client']);
  });

  it('ignores an entry that has ended', () => {
    expect(explain([listed('global', { untilMs: NOW })])).toEqual({ outcome: 'free', entries: [] });
  });
});
