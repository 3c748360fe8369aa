import type { Cursor } from './hash-source.ts';

const BEGINNING = '0';

/** As the power of two of which there are parts. */
const PART_BITS = 2;

/**
 * A walk through all of a hash by `HSCAN`, as a whole or in parts side by side, so that Redis has one part to work on while another one's reply is looked at.
 *
 * Redis counts its buckets up from the highest bit of the cursor to the lowest. So all buckets whose numbers end in the same bits follow each other, however
 * large the table is and while it grows, and those bits alone are where they begin. As Redis promises that of no cursor but its own, a search in parts that
 * does not find everything is to be followed by one of the whole.
 */
export class HashSearch {
  readonly isWhole: boolean;
  readonly #bits: number;
  readonly #ahead: Cursor[];
  #asked = 0;

  constructor(extent: 'whole' | 'in parts') {
    this.isWhole = extent === 'whole';
    this.#bits = this.isWhole ? 0 : PART_BITS;
    this.#ahead = Array.from({ length: 2 ** this.#bits }, (_, part) => String(part));
  }

  /** Whether all of it was told. */
  get isOver(): boolean {
    return this.#asked === 0 && this.#ahead.length === 0;
  }

  /** @returns where to go on; undefined where that is told by what was asked for already */
  take(): Cursor | undefined {
    const cursor = this.#ahead.shift();
    if (cursor !== undefined) this.#asked++;
    return cursor;
  }

  /** Notes what Redis told to go on with from a cursor that was taken. */
  goOn(from: Cursor, next: Cursor): void {
    this.#asked--;
    if (next !== BEGINNING && this.#partOf(next) === this.#partOf(from)) this.#ahead.push(next);
  }

  #partOf(cursor: Cursor): bigint {
    return BigInt.asUintN(this.#bits, BigInt(cursor));
  }
}
