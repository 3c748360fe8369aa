import { toSeconds } from '../http/representation.ts';
import type { ChangeTime, Representation, RepresentationFactory } from '../http/representation.ts';

/**
 * A JSON array and each of its prefixes as representations of their own. A prefix is cut from the bytes of
 * the whole when it is requested, once per change.
 */
export class PrefixRepresentations {
  readonly #factory: RepresentationFactory;
  /** The whole array, undefined before the first publication. */
  #bytes: Buffer | undefined;
  /** For each count, where its elements end in `#bytes`. */
  #ends: number[] = [];
  #changed: ChangeTime = { changedAtMs: 0, isDateUnique: true };
  #cut: (Representation | undefined)[] = [];

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
      // With the comma after it, in place of which a beginning has its bracket.
      end += Buffer.byteLength(element) + 1;
      this.#ends.push(end);
    }
    const isDateUnique = toSeconds(nowMs) > toSeconds(this.#changed.changedAtMs);
    this.#changed = { changedAtMs: nowMs, isDateUnique };
    this.#bytes = bytes;
    this.#cut = [];
  }

  /** The first `count` elements, or all where there are fewer; undefined before the first publication. */
  first(count: number): Representation | undefined {
    if (this.#bytes === undefined) return undefined;
    const kept = Math.min(count, this.#ends.length - 1);
    return (this.#cut[kept] ??= this.#cutFrom(this.#bytes, kept));
  }

  #cutFrom(bytes: Buffer, count: number): Representation {
    const body = Buffer.concat([bytes.subarray(0, this.#ends[count]), Buffer.from(']')]);
    return this.#factory.create(body, this.#changed);
  }
}
