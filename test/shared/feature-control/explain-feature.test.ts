import { describe, expect, it } from '@jest/globals';
import { BLOCKED, blockedUntil } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { ListedState } from '../../../shared/feature-control/explain-feature.ts';

const NOW = 1_800_000_000_000;

const listed = (list: string, state: EntryState): ListedState<string> => ({ list, state, applies: true });

const explain = (lists: readonly ListedState<string>[], isExempt = false) =>
  explainFeature({ lists, isExempt, nowMs: NOW });

describe('explainFeature', () => {
  it('names all entries that block, the one that lasts longest first', () => {
    const { entries } = explain([
      listed('global', blockedUntil(NOW + 1)),
      listed('client', blockedUntil(NOW + 2)),
      listed('lobby', { permanent: true, untilMs: NOW + 3 }),
    ]);
    expect(entries.map(({ list }) => list)).toEqual(['lobby', 'client', 'global']);
  });

  it('orders two entries without an end by their lists', () => {
    const { entries } = explain([listed('global', BLOCKED), listed('client', BLOCKED)]);
    expect(entries.map(({ list }) => list)).toEqual(['global', 'client']);
  });

  it('ignores an entry that has ended', () => {
    expect(explain([listed('global', blockedUntil(NOW))])).toEqual({ outcome: 'free', entries: [] });
  });
});
