import { changeAfter } from '../../../node/http/representation.ts';
import type { Representation, RepresentationFactory } from '../../../node/http/representation.ts';

/**
 * The maximum size of all cached prefixes together. Their compressed bodies, at most two each and smaller,
 * are not counted. With the default of 1,000 trades, all prefixes usually fit.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * Representations of a JSON array and of its prefixes. A prefix is cut from the bytes of the whole array when
 * it is first requested after a change, and again if the cache was full meanwhile.
 */
export class PrefixRepresentations {
  readonly #factory: RepresentationFactory;
  /** The whole array, undefined before the first publication. */
  #bytes: Buffer | undefined;
  /** For each count, the position in `#bytes` after that many elements. */
  #ends: number[] = [];
  #changed = changeAfter(-Infinity, 0);
  readonly #prefixes = new Map<number, Representation>();
  #cachedBytes = 0;

  constructor(factory: RepresentationFactory) {
    this.#factory = factory;
  }

  /** @param elements JSON texts @param nowMs milliseconds since the Unix epoch */
  publish(elements: readonly string[], nowMs: number): void {
    const bytes = Buffer.from(`[${elements.join(',')}]`);
    if (this.#bytes?.equals(bytes) === true) return;
    let end = 0;
    this.#ends = [1];
    for (const element of elements) {
      // Includes the comma after the element, which a prefix replaces by its closing bracket.
      end += Buffer.byteLength(element) + 1;
      this.#ends.push(end);
    }
    this.#changed = changeAfter(this.#changed.latestMs, nowMs);
    this.#bytes = bytes;
    this.#clear();
  }

  /**
   * Returns the first `count` elements, or all if there are fewer; undefined before the first publication.
   */
  first(count: number): Representation | undefined {
    if (this.#bytes === undefined) return undefined;
    const actualCount = Math.min(count, this.#ends.length - 1);
    return this.#prefixes.get(actualCount) ?? this.#cutFrom(this.#bytes, actualCount);
  }

  #cutFrom(bytes: Buffer, count: number): Representation {
    const body = Buffer.concat([bytes.subarray(0, this.#ends[count]), Buffer.from(']')]);
    const prefix = this.#factory.create(body, this.#changed);
    if (this.#cachedBytes + body.length > MAX_CACHED_BYTES) this.#clear();
    this.#cachedBytes += body.length;
    this.#prefixes.set(count, prefix);
    return prefix;
  }

  #clear(): void {
    this.#prefixes.clear();
    this.#cachedBytes = 0;
  }
}
