import { describe, expect, it } from '@jest/globals';
import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import { ListsByClient } from '../../../shared/feature-control/lists-by-client.ts';

const set = (...features: string[]) => new Set(features);
const FEATURES = ['a', 'b', 'c', 'a'];

/** Creates the lists of one client, which the test replaces. */
function byClient(first: Blocklists) {
  const now = { lists: first, read: 0 };
  const lists = new ListsByClient(() => {
    now.read += 1;
    return now.lists;
  });
  return { now, lists };
}

describe('the lists of a client', () => {
  it('block what either list blocks, in the order of the request [F-RULE-2] [G14]', () => {
    const merged = byClient({ global: set('c'), personal: set('a') }).lists.of('mod');
    expect(merged?.union).toEqual(set('c', 'a'));
    expect(selectBlockedFeatures(FEATURES, merged ?? { global: set(), personal: set() })).toEqual(['a', 'c']);
  });

  it('are read and merged once, until one has changed', () => {
    const [global, personal] = [set('a'), set('b')];
    const { now, lists } = byClient({ global, personal });
    const first = lists.of('mod')?.union;
    expect(lists.of('mod')?.union).toBe(first);
    expect(now.read).toBe(1);
    lists.changed();
    expect(lists.of('mod')?.union).toBe(first);
    now.lists = { global: set('c'), personal };
    lists.changed();
    expect(lists.of('mod')?.union).toEqual(set('b', 'c'));
    now.lists = { global, personal: set() };
    lists.changed();
    expect(lists.of('mod')?.union).toEqual(set('a'));
    expect(now.read).toBe(4);
  });

  it('are read each time while memory does not have them', () => {
    const known = new Map<string, Blocklists>();
    const lists = new ListsByClient((client) => known.get(client));
    expect(lists.of('mod')).toBeUndefined();
    known.set('mod', { global: set('a'), personal: set() });
    expect(lists.of('mod')?.union).toEqual(set('a'));
  });

  it('are those of the requesting client', () => {
    const lists = new ListsByClient((client) => ({ global: set(), personal: set(client) }));
    expect(lists.of('one')?.union).toEqual(set('one'));
    expect(lists.of('__proto__')?.union).toEqual(set('__proto__'));
    expect(lists.of('one')?.union).toEqual(set('one'));
  });

  it('are not merged if they are long', () => {
    const long = new Set(Array.from({ length: 2000 }, (_, index) => `feature-${index}`)).add('c');
    const apart = byClient({ global: long, personal: set('a') }).lists.of('mod');
    expect(apart?.union).toBeUndefined();
    expect(apart && selectBlockedFeatures(FEATURES, apart)).toEqual(['a', 'c']);
  });

  it('replace the merged list of their predecessor, so that edits of one client evict no other', () => {
    const [global, personal] = [set('a'), set('b')];
    let edited = set('c');
    const lists = new ListsByClient((client) => ({
      global,
      personal: client === 'edited' ? edited : personal,
    }));
    const other = lists.of('other')?.union;
    for (let edit = 0; edit < 100; edit += 1) {
      edited = set(`c-${edit}`);
      lists.changed();
      expect(lists.of('edited')?.union).toEqual(set('a', `c-${edit}`));
      expect(lists.of('other')?.union).toBe(other);
    }
  });

  it('are merged once for all clients without a list', () => {
    const [global, personal] = [set('a'), set()];
    const lists = new ListsByClient(() => ({ global, personal }));
    expect(lists.of('one')?.union).toBe(lists.of('other')?.union);
  });

  it('are kept for a bounded number of clients', () => {
    let read = 0;
    const lists = new ListsByClient(() => {
      read += 1;
      return { global: set('a'), personal: set('b') };
    });
    const first = lists.of('first');
    for (let client = 0; client < 256; client += 1) lists.of(`client-${client}`);
    expect(lists.of('first')).not.toBe(first);
    expect(read).toBe(258);
  });
});
