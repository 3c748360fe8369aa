import type { Cursor, HashPiece, HashSource } from '../../../rest-sidecar/src/snapshots/hash-source.ts';

/**
 * A hash in memory, told in pieces whose number changes as a hash table grows, and in the order of Redis: their numbers are counted up from the highest bit to
 * the lowest. Some fields may be told twice, as Redis does while it moves them.
 */
export class FakeHashSource implements HashSource {
  readonly fields = new Map<string, string>();
  readonly toldTwice = new Set<string>();
  /** A power of two. */
  pieces = 1;
  /** Names that were asked for, and pieces that were told. */
  readonly asked = { names: 0, pieces: 0 };

  size(): Promise<number> {
    return Promise.resolve(this.fields.size);
  }

  scan(_key: string, cursor: Cursor): Promise<HashPiece> {
    this.asked.pieces++;
    const at = Number(cursor) % this.pieces;
    const told = [...this.fields].filter(
      ([field]) => this.#pieceOf(field) === at || this.#isRepeated(field, at),
    );
    return Promise.resolve({ next: String(this.#after(at)), pairs: told.flat() });
  }

  read(_key: string, fields: readonly string[]): Promise<readonly (string | null)[]> {
    this.asked.names += fields.length;
    return Promise.resolve(fields.map((field) => this.fields.get(field) ?? null));
  }

  readEach(): Promise<never> {
    throw new Error('not asked for here');
  }

  #pieceOf(field: string): number {
    return Buffer.from(field).reduce((sum, byte) => sum + byte, 0) % this.pieces;
  }

  #after(piece: number): number {
    let bit = this.pieces / 2;
    let after = piece;
    for (; bit >= 1 && (after & bit) !== 0; bit /= 2) after -= bit;
    return bit >= 1 ? after + bit : 0;
  }

  #isRepeated(field: string, at: number): boolean {
    return this.toldTwice.has(field) && this.#after(this.#pieceOf(field)) === at;
  }
}
