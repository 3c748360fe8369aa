/** What became different in a Redis hash between two readings. */
export interface HashDifference {
  /** New and changed fields. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** A Redis hash as it was last read. Texts are compared, so that only what did change is parsed and serialised again. */
export class HashMirror {
  #fields: ReadonlyMap<string, string> = new Map();

  replace(fields: ReadonlyMap<string, string>): HashDifference {
    const before = this.#fields;
    this.#fields = fields;
    const written = new Map<string, string>();
    let kept = 0;
    for (const [field, text] of fields) {
      const known = before.get(field);
      if (known !== undefined) kept++;
      if (known !== text) written.set(field, text);
    }
    const removed = kept === before.size ? [] : [...before.keys()].filter((field) => !fields.has(field));
    return { written, removed };
  }

  get(field: string): string | undefined {
    return this.#fields.get(field);
  }

  keys(): IterableIterator<string> {
    return this.#fields.keys() as IterableIterator<string>;
  }
}
