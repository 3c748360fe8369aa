import { describe, expect, it } from '@jest/globals';
import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';

const set = (...features: string[]) => new Set(features);

describe('selectBlockedFeatures', () => {
  it('selects what either list blocks [F-RULE-2] [F-RULE-3]', () => {
    expect(selectBlockedFeatures(['a', 'b', 'c'], { global: set('a'), personal: set('c') })).toEqual([
      'a',
      'c',
    ]);
  });

  it('selects no feature that was not requested [F-RULE-4]', () => {
    expect(selectBlockedFeatures(['b'], { global: set('a', 'b', 'c'), personal: set('d') })).toEqual(['b']);
  });

  it('is empty if nothing is blocked or requested [F-CHECK-6]', () => {
    expect(selectBlockedFeatures(['a'], { global: set(), personal: set() })).toEqual([]);
    expect(selectBlockedFeatures([], { global: set('a'), personal: set('a') })).toEqual([]);
  });

  it('keeps the order of the request, each feature once, and distinguishes case [G14]', () => {
    expect(
      selectBlockedFeatures(['b', 'a', 'B', 'b', 'a'], { global: set('a', 'b'), personal: set('a') }),
    ).toEqual(['b', 'a']);
  });
});
