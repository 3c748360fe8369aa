import type { Representation, RepresentationFactory } from '../http/representation.ts';
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
    for (const [key, text] of changes) {
      const before = this.#parts.get(key);
      if (text === undefined) this.#parts.delete(key);
      else this.#parts.set(key, this.#part(text, before));
      hasChanged ||= before !== this.#parts.get(key);
    }
    if (hasChanged) this.#changedAtMs = nowMs;
    this.#isPublished = true;
  }

  #part(text: string, before: Representation | undefined): Representation {
    const body = Buffer.from(text);
    return this.#isPublished ? this.#factory.next(before, body) : this.#factory.first(body);
  }

  #assemble(changedAtMs: number): Representation {
    const pieces = [...this.#parts.keys()]
      .sort()
      .flatMap((key, index) => [
        Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`),
        this.#parts.get(key)?.body ?? NOTHING,
      ]);
    const body = Buffer.concat([OPENING, ...pieces, CLOSING]);
    return this.#all === undefined
      ? this.#factory.first(body, changedAtMs)
      : this.#factory.next(this.#all, body, changedAtMs);
  }
}
