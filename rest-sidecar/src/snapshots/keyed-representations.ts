import { hashOf, toSeconds } from '../http/representation.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { ListChanges } from './active-records.ts';

interface Part {
  /** `"key":` */
  readonly label: Buffer;
  readonly representation: Representation;
}

const COMMA = ','.charCodeAt(0);
const OPENING = '{'.charCodeAt(0);
const CLOSING = '}'.charCodeAt(0);

/**
 * A JSON object and each of its values as representations of their own. A change of one value serialises that value; the object is put together from bytes
 * that are there already, once per change and only where it is asked for. Keys stand in code unit order (G29) and may be any text (G31).
 */
export class KeyedRepresentations {
  readonly #factory: RepresentationFactory;
  readonly #parts = new Map<string, Part>();
  #keys: string[] = [];
  #all: Representation | undefined;
  /** When the object began to differ from `#all`, in milliseconds since the Unix epoch; undefined while it does not. */
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
    return this.#parts.get(key)?.representation;
  }

  /** @param changes JSON texts by key; undefined for a key that is gone @param nowMs milliseconds since the Unix epoch */
  publish(changes: ListChanges, nowMs: number): void {
    let differs = !this.#isPublished;
    let sameKeys = true;
    for (const [key, text] of changes) {
      const before = this.#parts.get(key);
      if (text === undefined) this.#parts.delete(key);
      else this.#parts.set(key, this.#part(key, text, before));
      const after = this.#parts.get(key);
      differs ||= before?.representation !== after?.representation;
      sameKeys &&= (before === undefined) === (after === undefined);
    }
    if (!sameKeys) this.#keys = [...this.#parts.keys()].sort();
    if (differs) this.#changedAtMs = nowMs;
    this.#isPublished = true;
  }

  #part(key: string, text: string, before: Part | undefined): Part {
    const body = Buffer.from(text);
    if (before === undefined) {
      const label = Buffer.from(`${JSON.stringify(key)}:`);
      const isFirst = !this.#isPublished;
      return {
        label,
        representation: isFirst ? this.#factory.first(body) : this.#factory.next(undefined, body),
      };
    }
    return { label: before.label, representation: this.#factory.next(before.representation, body) };
  }

  #inOrder(): Part[] {
    return this.#keys.flatMap((key) => this.#parts.get(key) ?? []);
  }

  #assemble(changedAtMs: number): Representation {
    const [before, hash] = [this.#all, this.#hash()];
    if (before?.hash === hash) return before;
    const isDateUnique = before === undefined || toSeconds(before.changedAtMs) < toSeconds(changedAtMs);
    return this.#factory.create(this.#join(), { changedAtMs, isDateUnique }, hash);
  }

  #join(): Buffer {
    const parts = this.#inOrder();
    const length = parts.reduce(
      (sum, { label, representation }) => sum + label.length + representation.body.length + 1,
      1,
    );
    const bytes = Buffer.allocUnsafeSlow(Math.max(2, length));
    let end = bytes.writeUInt8(OPENING);
    for (const { label, representation } of parts) {
      end += label.copy(bytes, end);
      end += representation.body.copy(bytes, end);
      bytes[end++] = COMMA;
    }
    bytes[bytes.length - 1] = CLOSING;
    return bytes;
  }

  /** Of the keys and the hashes of the values, which tell the bytes apart as the bytes themselves do, and are far fewer. */
  #hash(): string {
    return hashOf(
      this.#keys
        .map((key) => `${JSON.stringify(key)}:${this.#parts.get(key)?.representation.hash ?? ''}`)
        .join(),
    );
  }
}
