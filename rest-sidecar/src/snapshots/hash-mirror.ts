import type { Cursor, HashPiece, HashSource } from './hash-source.ts';
import { addPairs } from './pairs.ts';
import type { Pairs } from './pairs.ts';

/** What became different in a Redis hash between two readings. */
export interface HashDifference {
  /** New and changed fields. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** A piece, and where it begins. */
interface Piece extends HashPiece {
  readonly cursor: Cursor;
}

const BEGINNING = '0';

/** Pieces asked for in one round trip, where it is known from before at which cursors they begin. */
const PIECES_AT_ONCE = 4;

/**
 * A Redis hash as it was last read. Redis says that a hash has changed, never which of its fields; so it is read again, in pieces, and only the pieces that
 * differ from before are looked into.
 */
export class HashMirror {
  readonly #source: HashSource;
  readonly #key: string;
  #pieces = new Map<Cursor, Piece>();
  /** Where the comparison goes on; undefined while none is under way. */
  #compared: Cursor | undefined;

  constructor(source: HashSource, key: string) {
    this.#source = source;
    this.#key = key;
  }

  /** Reads the hash. @throws {RedisError} when it cannot be read, `wrong-type` for a key that holds none; then nothing is different yet */
  async read(): Promise<HashDifference> {
    const before = this.#pieces;
    const after = new Map<Cursor, Piece>();
    let cursor = BEGINNING;
    do {
      const cursors = this.#cursorsFrom(cursor);
      for (const piece of await this.#scan(cursors)) {
        // The hash has grown or shrunk, so that a piece ends elsewhere than before: what was asked for after it is of no use.
        if (piece.cursor !== cursor) break;
        after.set(cursor, piece);
        cursor = piece.next;
        if (cursor === BEGINNING) break;
      }
    } while (cursor !== BEGINNING);
    const difference = await this.#compare(before, after);
    this.#pieces = after;
    this.#compared = undefined;
    return difference;
  }

  /** Forgets what was read. @returns the fields that it had */
  clear(): string[] {
    const fields = fieldsOnlyIn(this.#pieces, new Map());
    this.#pieces = new Map();
    return [...fields.keys()];
  }

  /**
   * Compares some pieces with what Redis has now, and goes on there at the next call.
   * @returns whether they are as they were, and whether those were the last
   */
  async compareSome(): Promise<'same so far' | 'same' | 'different'> {
    const cursors = this.#cursorsFrom(this.#compared ?? BEGINNING);
    const pieces = await this.#scan(cursors);
    const isSame = pieces.every((piece) => this.#pieces.get(piece.cursor) === piece);
    const next = this.#pieces.get(cursors.at(-1) ?? BEGINNING)?.next;
    this.#compared = isSame && next !== BEGINNING ? next : undefined;
    if (!isSame) return 'different';
    return this.#compared === undefined ? 'same' : 'same so far';
  }

  /** Reads from each of the cursors. A piece that is as it was before is the very object that it was. */
  async #scan(cursors: readonly Cursor[]): Promise<Piece[]> {
    const pieces = await this.#source.scan(this.#key, cursors);
    return pieces.map(({ next, pairs }, index) => {
      const cursor = cursors[index] ?? BEGINNING;
      const known = this.#pieces.get(cursor);
      return known?.next === next && areEqual(known.pairs, pairs) ? known : { cursor, next, pairs };
    });
  }

  /** The cursor, and those that followed it when the hash was read before. */
  #cursorsFrom(cursor: Cursor): Cursor[] {
    const cursors = [cursor];
    while (cursors.length < PIECES_AT_ONCE) {
      const next = this.#pieces.get(cursors.at(-1) ?? '')?.next ?? BEGINNING;
      if (next === BEGINNING) break;
      cursors.push(next);
    }
    return cursors;
  }

  async #compare(
    before: ReadonlyMap<Cursor, Piece>,
    after: ReadonlyMap<Cursor, Piece>,
  ): Promise<HashDifference> {
    const old = fieldsOnlyIn(before, after);
    const fresh = fieldsOnlyIn(after, before);
    const written = new Map([...fresh].filter(([field, text]) => old.get(field) !== text));
    const missing = [...old.keys()].filter((field) => !fresh.has(field));
    if (missing.length === 0) return { written, removed: [] };
    // While Redis moves a hash to a larger or smaller table, a field can be told twice, and one of its two pieces be gone the next time.
    const found = await this.#source.findFields(this.#key, missing);
    return { written, removed: missing.filter((field) => !found.has(field)) };
  }
}

/** The fields of the pieces that the one has and the other has not. */
function fieldsOnlyIn(
  pieces: ReadonlyMap<Cursor, Piece>,
  others: ReadonlyMap<Cursor, Piece>,
): Map<string, string> {
  const fields = new Map<string, string>();
  for (const piece of pieces.values()) {
    if (others.get(piece.cursor) !== piece) addPairs(fields, piece.pairs);
  }
  return fields;
}

function areEqual(some: Pairs, others: Pairs): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
