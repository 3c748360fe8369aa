import { changeAfter } from '../http/representation.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';

/**
 * The maximum size of all cached prefixes together. Their compressed bodies, at most two each and smaller,
 * are not counted. With the default of 1,000 trades, all prefixes usually fit.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * Representations of a JSON array and of its prefixes. A prefix is created when it is first requested after a
 * change, and again if the cache was full meanwhile.
 */
export class PrefixRepresentations {
  readonly #factory: RepresentationFactory;
  /** JSON texts, undefined before the first publication. */
  #elements: readonly string[] | undefined;
  #changed = changeAfter(-Infinity, 0);
  readonly #prefixes = new Map<number, Representation>();
  #cachedBytes = 0;

  constructor(factory: RepresentationFactory) {
    this.#factory = factory;
  }

  /** @param elements JSON texts @param nowMs milliseconds since the Unix epoch */
  publish(elements: readonly string[], nowMs: number): void {
    if (this.#elements?.join() === elements.join()) return;
    this.#changed = changeAfter(this.#changed.latestMs, nowMs);
    this.#elements = elements;
    this.#clear();
  }

  /**
   * Returns the first `count` elements, or all if there are fewer; undefined before the first publication.
   */
  first(count: number): Representation | undefined {
    if (this.#elements === undefined) return undefined;
    const length = Math.min(count, this.#elements.length);
    return this.#prefixes.get(length) ?? this.#create(this.#elements.slice(0, length));
  }

  #create(elements: readonly string[]): Representation {
    const body = Buffer.from(`[${elements.join()}]`);
    const prefix = this.#factory.create(body, this.#changed);
    if (this.#cachedBytes + body.length > MAX_CACHED_BYTES) this.#clear();
    this.#cachedBytes += body.length;
    this.#prefixes.set(elements.length, prefix);
    return prefix;
  }

  #clear(): void {
    this.#prefixes.clear();
    this.#cachedBytes = 0;
  }
}
