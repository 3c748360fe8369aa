/** A JSON Schema, with the keywords for nested schemas that the contracts use. */
export interface Schema {
  readonly title?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Collects schemas by title, so that each is described once and referenced everywhere else. */
export class SchemaComponents {
  readonly #schemas = new Map<string, { readonly source: Schema; readonly described: Schema }>();

  /**
   * @returns a reference to the schema, or the schema itself if it has no title; titled schemas within it are
   * replaced by references too
   * @throws {Error} if two different schemas have the same title
   */
  refer(source: Schema): Schema {
    const { title } = source;
    if (title === undefined) return this.#describe(source);
    const known = this.#schemas.get(title);
    if (known !== undefined && known.source !== source) throw new Error(`Two schemas are titled ${title}.`);
    if (known === undefined) this.#schemas.set(title, { source, described: this.#describe(source) });
    return { $ref: `#/components/schemas/${title}` };
  }

  /** All referenced schemas, by title, in alphabetical order. */
  byTitle(): Record<string, Schema> {
    const schemas = [...this.#schemas].map(([title, { described }]) => [title, described] as const);
    return Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #describe(schema: Schema): Schema {
    const { items, properties, additionalProperties } = schema;
    const fields = Object.entries(properties ?? {}).map(
      ([name, field]) => [name, this.refer(field)] as const,
    );
    return {
      ...schema,
      ...(items && { items: this.refer(items) }),
      ...(properties && { properties: Object.fromEntries(fields) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.refer(additionalProperties),
      }),
    };
  }
}
