import { MAX_NESTING, MAX_PACKET_BYTES } from '../../shared/protocol/channel.ts';
import { loadWireFixtures } from '../support/jar/wire-fixtures.ts';
import { mutate } from './mutations.ts';
import { Random } from '../support/random.ts';
import { requestText } from './request-grammar.ts';

/**
 * Maximum length of fixtures in the corpus. Longer fixtures test only the length, which `nearlyTooLong`
 * covers, and would take most of the time.
 */
const MAX_CORPUS_BYTES = 2000;

export interface FuzzPacket {
  readonly bytes: Buffer;
  /** Whether a backend sends it. Such a packet must not be answered (G45). */
  readonly fromBackend: boolean;
}

/**
 * Packets by index. The same seed and index give the same packet, so that a single packet can be sent again.
 */
export class Packets {
  readonly #seed: number;
  readonly #corpus: readonly [Buffer, ...Buffer[]];

  constructor(seed: number) {
    this.#seed = seed;
    const fixtures = loadWireFixtures().map(({ requestBytes }) => requestBytes);
    this.#corpus = [
      Buffer.from('{}'),
      ...fixtures.filter(({ byteLength }) => byteLength <= MAX_CORPUS_BYTES),
    ];
  }

  at(index: number): FuzzPacket {
    const random = new Random(this.#seed, index);
    return { fromBackend: random.chance(0.02), bytes: this.#bytes(random) };
  }

  #bytes(random: Random): Buffer {
    const kind = random.next();
    if (kind < 0.5) return Buffer.from(requestText(random));
    if (kind < 0.75) return mutate(Buffer.from(requestText(random)), random, this.#corpus);
    if (kind < 0.95) return mutate(random.pick(this.#corpus), random, this.#corpus);
    if (kind < 0.99) return Buffer.from(random.list(200, () => random.below(256)));
    return kind < 0.995 ? nearlyTooLong(random) : nearlyTooDeep(random);
  }
}

function nearlyTooLong(random: Random): Buffer {
  const text = requestText(random);
  const length = MAX_PACKET_BYTES - 2 + random.below(4);
  const filler = random.pick([' ', '[', 'é', '\0']);
  return Buffer.from(text + filler.repeat(MAX_PACKET_BYTES)).subarray(0, length);
}

function nearlyTooDeep(random: Random): Buffer {
  const levels = MAX_NESTING - 2 + random.below(4);
  return Buffer.from(`{"id":"deep","method":${'['.repeat(levels)}${']'.repeat(levels)}}`);
}
