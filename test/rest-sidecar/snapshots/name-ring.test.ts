import { describe, expect, it } from '@jest/globals';
import { NameRing } from '../../../rest-sidecar/src/snapshots/name-ring.ts';

function ringOf(...names: string[]): NameRing {
  const ring = new NameRing();
  ring.replace(names);
  while (!ring.isDone) ring.take(names.length);
  return ring;
}

/** Takes until the turn is over. */
function finish(ring: NameRing): string[] {
  const taken: string[] = [];
  while (!ring.isDone) taken.push(...ring.take(2));
  return taken;
}

describe('NameRing', () => {
  it('goes through all names once in a turn, a part at a time', () => {
    const ring = ringOf('a', 'b', 'c');
    expect(ring.isDone).toBe(true);
    ring.beginTurn();
    expect(finish(ring)).toEqual(['a', 'b', 'c']);
  });

  it('begins another turn where it stands, and ends it there', () => {
    const ring = ringOf('a', 'b', 'c', 'd', 'e');
    ring.beginTurn();
    ring.take(2);
    ring.beginTurn();
    expect(finish(ring)).toEqual(['c', 'd', 'e', 'a', 'b']);
  });

  it('goes through what is added next, wherever it stands, also between two turns', () => {
    const ring = ringOf('a', 'b', 'c');
    ring.beginTurn();
    ring.take(1);
    ring.beginTurn();
    expect(ring.replace(['c', 'd', 'b', 'e', 'a'])).toEqual(new Set());
    expect(finish(ring)).toEqual(['d', 'e', 'b', 'c', 'a']);
    expect(ring.replace(['a', 'b', 'c', 'f'])).toEqual(new Set(['d', 'e']));
    expect(ring.size).toBe(4);
    expect(finish(ring)).toEqual(['f']);
  });

  it('drops what is gone, and passes over nothing', () => {
    const ring = ringOf('a', 'b', 'c', 'd');
    ring.beginTurn();
    ring.take(3);
    ring.drop(new Set(['a', 'c']));
    expect(finish(ring)).toEqual(['d']);
    ring.beginTurn();
    ring.take(1);
    ring.beginTurn();
    ring.drop(new Set(['b', 'd']));
    expect(finish(ring)).toEqual([]);
    ring.replace(['e']);
    expect(finish(ring)).toEqual(['e']);
    ring.beginTurn();
    expect(finish(ring)).toEqual(['e']);
  });

  it('is over when it is cleared', () => {
    const ring = ringOf('a');
    ring.beginTurn();
    ring.clear();
    expect(ring.isDone).toBe(true);
    ring.beginTurn();
    expect(finish(ring)).toEqual([]);
  });
});
