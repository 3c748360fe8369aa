import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashMirror } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';

const hash = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '7'),
  fc.constantFrom('1', '2'),
);
const toMap = (fields: Record<string, string>) => new Map(Object.entries(fields));

describe('HashMirror', () => {
  it('tells exactly what became different', () => {
    fc.assert(
      fc.property(hash, hash, (before, after) => {
        const [old, fresh] = [toMap(before), toMap(after)];
        const mirror = new HashMirror();
        mirror.replace(old);
        const { written, removed } = mirror.replace(fresh);
        expect(new Map([...fresh].filter(([field, text]) => old.get(field) !== text))).toEqual(written);
        expect([...removed].sort()).toEqual([...old.keys()].filter((field) => !fresh.has(field)).sort());
        expect([...mirror.keys()].sort()).toEqual([...fresh.keys()].sort());
      }),
    );
  });

  it('tells nothing where nothing did', () => {
    const mirror = new HashMirror();
    mirror.replace(new Map([['a', '1']]));
    expect(mirror.replace(new Map([['a', '1']]))).toEqual({ written: new Map(), removed: [] });
  });
});
