import { describe, expect, it } from '@jest/globals';
import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import { MergedLists } from '../../../shared/feature-control/merged-lists.ts';

const set = (...features: string[]) => new Set(features);
const FEATURES = ['a', 'b', 'c', 'a'];

describe('merged lists', () => {
  it('block what either list blocks, in the order of the request [F-RULE-2] [G14]', () => {
    const merged = new MergedLists().merge({ global: set('c'), personal: set('a') });
    expect(merged.either).toEqual(set('c', 'a'));
    expect(selectBlockedFeatures(FEATURES, merged)).toEqual(['a', 'c']);
  });

  it('are merged once, and anew when either has changed', () => {
    const lists = new MergedLists();
    const [global, personal] = [set('a'), set('b')];
    const first = lists.merge({ global, personal }).either;
    expect(lists.merge({ global, personal }).either).toBe(first);
    expect(lists.merge({ global: set('c'), personal }).either).toEqual(set('b', 'c'));
    expect(lists.merge({ global, personal: set() }).either).toEqual(set('a'));
  });

  it('stay apart where they are long', () => {
    const lists = new MergedLists();
    const long = new Set(Array.from({ length: 2000 }, (_, index) => `feature-${index}`));
    const apart = lists.merge({ global: long.add('c'), personal: set('a') });
    expect(apart.either).toBeUndefined();
    expect(selectBlockedFeatures(FEATURES, apart)).toEqual(['a', 'c']);
  });

  it('are copied from wherever they are', () => {
    const elsewhere = { size: 1, has: () => true, values: () => ['c'] };
    expect(new MergedLists().merge({ global: elsewhere, personal: set('a') }).either).toEqual(set('a', 'c'));
  });

  it('are kept for a bounded number of clients', () => {
    const lists = new MergedLists();
    const global = set('a');
    const personal = set('b');
    const first = lists.merge({ global, personal }).either;
    for (let client = 0; client < 64; client += 1) lists.merge({ global, personal: set('b') });
    expect(lists.merge({ global, personal }).either).not.toBe(first);
  });
});
