import { describe, expect, it } from '@jest/globals';
import { NameRing } from '../../../rest-sidecar/src/snapshots/name-ring.ts';

function ringOf(...names: string[]): NameRing {
  const ring = new NameRing();
  for (const name of names) ring.add(name);
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

  it('goes through what is added in the present turn, wherever it stands', () => {
    const ring = ringOf('a', 'b', 'c');
    ring.beginTurn();
    ring.take(1);
    ring.beginTurn();
    ring.add('d');
    expect(finish(ring)).toEqual(['b', 'c', 'd', 'a']);
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
    ring.add('e');
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
