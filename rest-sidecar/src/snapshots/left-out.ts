import type { Logger } from '../../../shared/logger.ts';
import { quote } from '../../../shared/quote.ts';
import type { Stored } from './parse-stored.ts';

/** Lines for one key before the rest of it is passed over in silence. */
const LINES_PER_KEY = 20;

/** Values of the store that cannot be served (G26): counted, and each logged once until it is good again. */
export class LeftOut {
  readonly #logger: Logger;
  readonly #fields = new Map<string, Set<string>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param field within the key */
  add(key: string, field: string, reason: string): void {
    const fields = this.#fieldsOf(key);
    const known = fields.has(field);
    fields.add(field);
    if (known || fields.size > LINES_PER_KEY + 1) return;
    this.#logger.warn(
      fields.size > LINES_PER_KEY
        ? `More values of ${quote(key)} are left out`
        : `${nameOf(key, field)} is left out: ${reason}`,
    );
  }

  /** What became of reading one value: left out, or good. */
  update(key: string, field: string, stored: Stored<unknown>): void {
    if (stored.ok) this.remove(key, field);
    else this.add(key, field, stored.reason);
  }

  /** The value is good again, or gone. */
  remove(key: string, field: string): void {
    const fields = this.#fields.get(key);
    fields?.delete(field);
    if (fields?.size === 0) this.#fields.delete(key);
  }

  removeAll(key: string): void {
    this.#fields.delete(key);
  }

  /** All values of the key but these are gone. */
  keepOnly(key: string, fields: ReadonlySet<string>): void {
    for (const field of this.#fields.get(key) ?? []) if (!fields.has(field)) this.remove(key, field);
  }

  /** How many values are left out at present. */
  get count(): number {
    let count = 0;
    for (const fields of this.#fields.values()) count += fields.size;
    return count;
  }

  #fieldsOf(key: string): Set<string> {
    const fields = this.#fields.get(key) ?? new Set();
    this.#fields.set(key, fields);
    return fields;
  }
}

function nameOf(key: string, field: string): string {
  return `${quote(key)}, ${quote(field.slice(0, 100))}`;
}
