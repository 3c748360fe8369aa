import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashMirror } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';
import type { HashDifference } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';
import type { Cursor, HashPiece, HashSource } from '../../../rest-sidecar/src/snapshots/hash-source.ts';

/** A hash in memory, told in pieces whose number changes as a hash table grows; some fields may be told twice, as Redis does while it moves them. */
class FakeHashSource implements HashSource {
  readonly fields = new Map<string, string>();
  readonly toldTwice = new Set<string>();
  pieces = 1;

  scan(_key: string, cursors: readonly Cursor[]): Promise<readonly HashPiece[]> {
    return Promise.resolve(cursors.map((cursor) => this.#pieceAt(Number(cursor) % this.pieces)));
  }

  readEach(): Promise<never> {
    throw new Error('not asked for here');
  }

  findFields(_key: string, fields: readonly string[]): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(fields.filter((field) => this.fields.has(field))));
  }

  #pieceAt(at: number): HashPiece {
    const told = [...this.fields].filter(
      ([field]) => this.#pieceOf(field) === at || this.#isRepeated(field, at),
    );
    return { next: String((at + 1) % this.pieces), pairs: told.flat() };
  }

  #pieceOf(field: string): number {
    return Buffer.from(field).reduce((sum, byte) => sum + byte, 0) % this.pieces;
  }

  #isRepeated(field: string, at: number): boolean {
    return this.toldTwice.has(field) && (this.#pieceOf(field) + 1) % this.pieces === at;
  }
}

/** What was read, kept by nothing but the differences. */
class Follower {
  readonly fields = new Map<string, string>();

  apply({ written, removed }: HashDifference): void {
    for (const [field, text] of written) this.fields.set(field, text);
    for (const field of removed) this.fields.delete(field);
  }
}

const field = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '7', 'ü');
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), field, text: fc.constantFrom('1', '2', '3') }),
  fc.record({ kind: fc.constant('delete' as const), field }),
  fc.record({ kind: fc.constant('resize' as const), pieces: fc.constantFrom(1, 2, 3, 5, 8) }),
  fc.record({ kind: fc.constant('repeat' as const), field }),
  fc.record({ kind: fc.constant('read' as const) }),
);

describe('HashMirror', () => {
  it('tells exactly what became different, however the hash is told', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const [source, follower] = [new FakeHashSource(), new Follower()];
        const mirror = new HashMirror(source, 'key');
        for (const next of [...steps, { kind: 'read' as const }]) {
          if (next.kind === 'set') source.fields.set(next.field, next.text);
          else if (next.kind === 'delete') source.fields.delete(next.field);
          else if (next.kind === 'resize') source.pieces = next.pieces;
          else if (next.kind === 'repeat') source.toldTwice.add(next.field);
          else {
            follower.apply(await mirror.read());
            source.toldTwice.clear();
            expect(follower.fields).toEqual(source.fields);
          }
        }
        expect(mirror.clear().sort()).toEqual([...source.fields.keys()].sort());
        expect(await mirror.read()).toEqual({ written: source.fields, removed: [] });
      }),
    );
  });

  const fill = (source: FakeHashSource): void => {
    source.pieces = 20;
    for (let index = 0; index < 200; index++) source.fields.set(`field ${index}`, 'text');
  };

  it('tells nothing of a hash that did not change, and of one that did no more than that', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await mirror.read();
    expect(await mirror.read()).toEqual({ written: new Map(), removed: [] });
    source.fields.set('field 7', 'new');
    source.fields.delete('field 8');
    expect(await mirror.read()).toEqual({ written: new Map([['field 7', 'new']]), removed: ['field 8'] });
  });

  it('compares some pieces at a time, until all were, or one differs', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await mirror.read();
    const rounds: string[] = [];
    do rounds.push(await mirror.compareSome());
    while (rounds.at(-1) === 'same so far');
    expect(rounds).toEqual(['same so far', 'same so far', 'same so far', 'same so far', 'same']);
    expect(await mirror.compareSome()).toBe('same so far');
    source.fields.set('new', 'text');
    const more: string[] = [];
    do more.push(await mirror.compareSome());
    while (more.at(-1) === 'same so far');
    expect(more.at(-1)).toBe('different');
  });

  it('finds different what was never read', async () => {
    expect(await new HashMirror(new FakeHashSource(), 'key').compareSome()).toBe('different');
  });
});
