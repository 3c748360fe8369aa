import { hashOf, toSeconds } from '../http/representation.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { ListChanges } from './active-records.ts';

const OPENING = Buffer.from('{');
const CLOSING = Buffer.from('}');
const NOTHING = Buffer.alloc(0);

/**
 * A JSON object and each of its values as representations of their own. A change of one value serialises that
 * value; the object is put together from bytes that are there already, once per change and only where it is
 * requested. Keys stand in code unit order (G29) and may be any text (G31).
 */
export class KeyedRepresentations {
  readonly #factory: RepresentationFactory;
  readonly #parts = new Map<string, Representation>();
  #keys: string[] = [];
  #all: Representation | undefined;
  /**
   * When the object began to differ from `#all`, in milliseconds since the Unix epoch; undefined while it
   * does not.
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
   * @param changes JSON texts by key; undefined for a key that is gone
   * @param nowMs milliseconds since the Unix epoch
   */
  publish(changes: ListChanges, nowMs: number): void {
    let differs = !this.#isPublished;
    let sameKeys = true;
    for (const [key, text] of changes) {
      const before = this.#parts.get(key);
      if (text === undefined) this.#parts.delete(key);
      else this.#parts.set(key, this.#part(text, before));
      const after = this.#parts.get(key);
      differs ||= before !== after;
      sameKeys &&= (before === undefined) === (after === undefined);
    }
    if (!sameKeys) this.#keys = [...this.#parts.keys()].sort();
    if (differs) this.#changedAtMs = nowMs;
    this.#isPublished = true;
  }

  #part(text: string, before: Representation | undefined): Representation {
    const body = Buffer.from(text);
    return this.#isPublished ? this.#factory.next(before, body) : this.#factory.first(body);
  }

  #assemble(changedAtMs: number): Representation {
    const [before, hash] = [this.#all, this.#hash()];
    if (before?.hash === hash) return before;
    const isDateUnique = before === undefined || toSeconds(before.changedAtMs) < toSeconds(changedAtMs);
    return this.#factory.create(this.#join(), { changedAtMs, isDateUnique }, hash);
  }

  #join(): Buffer {
    const pieces = this.#keys.flatMap((key, index) => [
      Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`),
      this.#parts.get(key)?.body ?? NOTHING,
    ]);
    return Buffer.concat([OPENING, ...pieces, CLOSING]);
  }

  /**
   * Of the keys and the hashes of the values, which distinguish the bytes as the bytes themselves do, and are
   * far fewer.
   */
  #hash(): string {
    return hashOf(
      this.#keys.map((key) => `${JSON.stringify(key)}:${this.#parts.get(key)?.hash ?? ''}`).join(),
    );
  }
}
