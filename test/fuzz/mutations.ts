import type { Random } from '../support/random.ts';

/** Bytes that are significant in UTF-8 or JSON, or nearly so. */
const TOKENS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']]]]',
  ',',
  ':',
  '\\u0000',
  '"__proto__":',
  'e999999999',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
].map((text) => Buffer.from(text));
const BAD_UTF8 = ['ff', 'c0af', 'eda080', 'f4908080', 'e28d', '80', 'efbbbf'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
const INSERTED = [Buffer.alloc(1), ...TOKENS, ...BAD_UTF8] as const;
const MAX_MUTATIONS = 4;

type Mutation = (bytes: Buffer, random: Random, corpus: Corpus) => Buffer;
type Corpus = readonly [Buffer, ...Buffer[]];

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [flipBit, insert, remove, repeat, cross, swapEnds];

/**
 * Changes a packet in up to four places.
 * @param corpus other packets, parts of which may be inserted
 */
export function mutate(bytes: Buffer, random: Random, corpus: Corpus): Buffer {
  let changed = bytes;
  for (let left = 1 + random.below(MAX_MUTATIONS); left > 0; left--)
    changed = random.pick(MUTATIONS)(changed, random, corpus);
  return changed;
}

function flipBit(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = random.below(copy.length);
  if (copy.length > 0) copy.writeUInt8(copy.readUInt8(at) ^ (1 << random.below(8)), at);
  return copy;
}

function insert(bytes: Buffer, random: Random): Buffer {
  return replace(bytes, at(bytes, random), 0, random.pick(INSERTED));
}

function remove(bytes: Buffer, random: Random): Buffer {
  return replace(bytes, at(bytes, random), 1 + random.below(16), Buffer.alloc(0));
}

/** Repeats a part once or many times. */
function repeat(bytes: Buffer, random: Random): Buffer {
  const start = at(bytes, random);
  const piece = bytes.subarray(start, start + 1 + random.below(16));
  const times = random.chance(0.02) ? 2000 : 1 + random.below(3);
  return replace(bytes, start, 0, Buffer.concat(Array<Buffer>(times).fill(piece)));
}

/** Joins the beginning of this packet and the end of another. */
function cross(bytes: Buffer, random: Random, corpus: Corpus): Buffer {
  const other = random.pick(corpus);
  return Buffer.concat([bytes.subarray(0, at(bytes, random)), other.subarray(at(other, random))]);
}

/** Swaps the beginning and the end. */
function swapEnds(bytes: Buffer, random: Random): Buffer {
  const [start, end] = [at(bytes, random), at(bytes, random)].sort((a, b) => a - b) as [number, number];
  return Buffer.concat([bytes.subarray(end), bytes.subarray(start, end), bytes.subarray(0, start)]);
}

function replace(bytes: Buffer, start: number, length: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start + length)]);
}

function at(bytes: Buffer, random: Random): number {
  return random.below(bytes.length + 1);
}
