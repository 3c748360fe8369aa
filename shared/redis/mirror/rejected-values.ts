import type { Logger } from '../../logger.ts';
import { quote } from '../../quote.ts';
import type { RejectedPart } from './mirror-kind.ts';

/** Values of one kind that are logged one by one; what is rejected beyond them is only counted. */
const LOGGED_VALUES = 20;

/** Stored values of one kind that do not fit their schema (G26): counted, and each logged once until it is right again. */
export class RejectedValues {
  readonly #logger: Logger;
  readonly #kind: string;
  /** By key, the names of the parts; the whole value is the part without a name. */
  readonly #parts = new Map<string, ReadonlySet<string>>();
  #count = 0;

  /** @param kind in the plural, for log lines */
  constructor(kind: string, logger: Logger) {
    this.#kind = kind;
    this.#logger = logger;
  }

  get count(): number {
    return this.#count;
  }

  keys(): IterableIterator<string> {
    return this.#parts.keys();
  }

  /** Of the value of a key, these parts are left out, and no others. */
  set(key: string, parts: readonly RejectedPart[]): void {
    const known = this.#parts.get(key);
    if (known === undefined && parts.length === 0) return;
    const added = parts.filter(({ name }) => known?.has(name) !== true);
    this.#count -= (known?.size ?? 0) - (parts.length - added.length);
    for (const part of added) this.#add(key, part);
    if (parts.length === 0) this.#parts.delete(key);
    else this.#parts.set(key, new Set(parts.map(({ name }) => name)));
  }

  #add(key: string, { name, reason }: RejectedPart): void {
    this.#count += 1;
    if (this.#count <= LOGGED_VALUES) this.#logger.warn(`Rejected ${describePart(key, name)}: ${reason}`);
    if (this.#count === LOGGED_VALUES + 1)
      this.#logger.warn(`Rejected more ${this.#kind}; further ones are only counted`);
  }
}

/** Characters of a name that are logged. */
const LOGGED_LENGTH = 100;

function describePart(key: string, name: string): string {
  const shown = quote(key.slice(0, LOGGED_LENGTH));
  return name === '' ? shown : `${shown}, ${quote(name.slice(0, LOGGED_LENGTH))}`;
}
