import { changeAfter, hashOf } from '../../../node/http/representation.ts';
import type { Representation, RepresentationFactory } from '../../../node/http/representation.ts';
import type { ListChanges } from './active-records.ts';

const OPENING = Buffer.from('{');
const CLOSING = Buffer.from('}');
const NOTHING = Buffer.alloc(0);

/**
 * Representations of a JSON object and of each of its values. A change of one value serialises only that
 * value; the object is assembled from existing bytes, once per change and only when it is requested. Keys are
 * in code unit order (G29) and may be any text (G31).
 */
export class KeyedRepresentations {
  readonly #factory: RepresentationFactory;
  readonly #parts = new Map<string, Representation>();
  #keys: string[] = [];
  #all: Representation | undefined;
  /**
   * When the object last changed since `#all` was assembled, in milliseconds since the Unix epoch; undefined
   * if it has not changed.
   */
  #changedAtMs: number | undefined;
  #isPublished = false;

  constructor(factory: RepresentationFactory) {
    this.#factory = factory;
  }

  get isPublished(): boolean {
    return this.#isPublished;
  }

  /** The whole object; undefined before the first publication. */
  get all(): Representation | undefined {
    if (this.#changedAtMs !== undefined) this.#all = this.#assemble(this.#changedAtMs);
    this.#changedAtMs = undefined;
    return this.#all;
  }

  get(key: string): Representation | undefined {
    return this.#parts.get(key);
  }

  /**
   * @param changes JSON texts by key; undefined for a removed key
   * @param nowMs milliseconds since the Unix epoch
   */
  publish(changes: ListChanges, nowMs: number): void {
    let hasChanged = !this.#isPublished;
    let hasSameKeys = true;
    for (const [key, text] of changes) {
      const before = this.#parts.get(key);
      if (text === undefined) this.#parts.delete(key);
      else this.#parts.set(key, this.#part(text, before));
      const after = this.#parts.get(key);
      hasChanged ||= before !== after;
      hasSameKeys &&= (before === undefined) === (after === undefined);
    }
    if (!hasSameKeys) this.#keys = [...this.#parts.keys()].sort();
    if (hasChanged) this.#changedAtMs = nowMs;
    this.#isPublished = true;
  }

  #part(text: string, before: Representation | undefined): Representation {
    const body = Buffer.from(text);
    return this.#isPublished ? this.#factory.next(before, body) : this.#factory.first(body);
  }

  #assemble(changedAtMs: number): Representation {
    const [before, hash] = [this.#all, this.#hash()];
    if (before?.hash === hash) return before;
    return this.#factory.create(this.#join(), changeAfter(before?.latestMs ?? -Infinity, changedAtMs), hash);
  }

  #join(): Buffer {
    const pieces = this.#keys.flatMap((key, index) => [
      Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`),
      this.#parts.get(key)?.body ?? NOTHING,
    ]);
    return Buffer.concat([OPENING, ...pieces, CLOSING]);
  }

  /**
   * Hashes the keys and the hashes of the values. They identify the bytes of the object, and are far shorter.
   */
  #hash(): string {
    return hashOf(
      this.#keys.map((key) => `${JSON.stringify(key)}:${this.#parts.get(key)?.hash ?? ''}`).join(),
    );
  }
}
