import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashSearch } from '../../../rest-sidecar/src/snapshots/hash-search.ts';
import { FakeHashSource } from './fake-hash-source.ts';

const extent = fc.constantFrom('whole' as const, 'in parts' as const);
const pieces = fc.constantFrom(1, 2, 4, 8, 64);

describe('HashSearch', () => {
  it('is told each piece of a hash, however large its table is, and while that grows and shrinks', async () => {
    await fc.assert(
      fc.asyncProperty(extent, fc.array(pieces, { minLength: 1, maxLength: 20 }), async (by, sizes) => {
        const source = new FakeHashSource();
        for (let index = 0; index < 300; index++) source.fields.set(`field ${index}`, 'text');
        const search = new HashSearch(by);
        const told = new Set<string>();
        for (let round = 0; !search.isOver; round++) {
          source.pieces = sizes[round % sizes.length] ?? 1;
          const cursor = search.take();
          if (cursor === undefined) throw new Error('It is not over, and does not go on.');
          const { next, pairs } = await source.scan('key', cursor);
          for (const text of pairs) told.add(text);
          search.goOn(cursor, next);
          if (round > 1000) throw new Error('It does not end.');
        }
        expect(told.size).toBe(301);
      }),
    );
  });

  it('has several pieces to ask for at once in parts, and one as a whole', () => {
    const taken = (search: HashSearch): unknown[] => Array.from({ length: 5 }, () => search.take());
    expect(taken(new HashSearch('in parts'))).toEqual(['0', '1', '2', '3', undefined]);
    expect(taken(new HashSearch('whole'))).toEqual(['0', undefined, undefined, undefined, undefined]);
  });
});
