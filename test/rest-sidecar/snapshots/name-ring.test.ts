import { describe, expect, it } from '@jest/globals';
import { NameRing } from '../../../rest-sidecar/src/snapshots/name-ring.ts';

/** Of pieces of one name each, all of which were gone through. */
function ringOf(...names: string[]): NameRing {
  const ring = new NameRing(1);
  ring.replace(names);
  finish(ring);
  return ring;
}

/** Takes until the turn is over. */
function finish(ring: NameRing): string[] {
  return piecesOf(ring).flat();
}

function piecesOf(ring: NameRing): (readonly string[])[] {
  const pieces: (readonly string[])[] = [];
  while (!ring.isDone) pieces.push(ring.take());
  return pieces;
}

function take(ring: NameRing, count: number): void {
  for (let taken = 0; taken < count; taken++) ring.take();
}

/** The pieces of a whole turn. */
function turnOf(ring: NameRing): (readonly string[])[] {
  ring.beginTurn();
  return piecesOf(ring);
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
    take(ring, 2);
    ring.beginTurn();
    expect(finish(ring)).toEqual(['c', 'd', 'e', 'a', 'b']);
  });

  it('goes through what is added next, wherever it stands, also between two turns', () => {
    const ring = ringOf('a', 'b', 'c');
    ring.beginTurn();
    take(ring, 1);
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
    take(ring, 3);
    ring.drop(new Set(['a', 'c']));
    expect(finish(ring)).toEqual(['d']);
    ring.beginTurn();
    take(ring, 1);
    ring.beginTurn();
    ring.drop(new Set(['b', 'd']));
    expect(finish(ring)).toEqual([]);
    ring.replace(['e']);
    expect(finish(ring)).toEqual(['e']);
    ring.beginTurn();
    expect(finish(ring)).toEqual(['e']);
  });

  it('hands out the same lists in each turn, but for those that lost a name', () => {
    const ring = new NameRing(2);
    ring.replace(['a', 'b', 'c', 'd', 'e']);
    const before = piecesOf(ring);
    expect(before).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(turnOf(ring).map((piece, index) => piece === before[index])).toEqual([true, true, true]);
    ring.drop(new Set(['d']));
    const after = turnOf(ring);
    expect(after).toEqual([['a', 'b'], ['c'], ['e']]);
    expect(after.map((piece, index) => piece === before[index])).toEqual([true, false, true]);
  });

  it('drops lists that have lost all their names', () => {
    const ring = new NameRing(2);
    ring.replace(['a', 'b', 'c', 'd']);
    piecesOf(ring);
    ring.drop(new Set(['c', 'd']));
    expect(turnOf(ring)).toEqual([['a', 'b']]);
  });

  it('puts many small lists together, and passes over nothing in the turn under way', () => {
    const ring = new NameRing(10);
    const names: string[] = [];
    for (let index = 0; index < 100; index++) {
      names.push(`name-${index}`);
      ring.replace(names);
    }
    ring.beginTurn();
    const first = ring.take();
    ring.replace([...names, ...Array.from({ length: 300 }, (_, index) => `more-${index}`)]);
    const taken = [...first, ...finish(ring)];
    expect(new Set(taken).size).toBe(400);
    const sizes = turnOf(ring).map((piece) => piece.length);
    expect(sizes.length).toBeLessThanOrEqual(400 / 8 + 8);
    expect(Math.max(...sizes)).toBe(10);
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
