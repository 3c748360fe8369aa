/**
 * Schema first: every contract of this project is a JSON Schema written `as const`. Its TypeScript type is
 * derived from it here, its validator is compiled from it by the build, so that the two cannot drift apart.
 */
export type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** What a compiled validator says of the first place where a value does not fit its schema. */
export interface SchemaViolation {
  /** JSON pointer to the value at fault, empty for the whole. */
  readonly instancePath: string;
  /** The schema keyword that was violated, such as `type` or `required`. */
  readonly keyword: string;
  /** The keyword's parameters, such as `{ type: 'string' }` or `{ missingProperty: 'id' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator. `errors` belongs to the latest call, and is to be read before the next. */
export interface SchemaValidator<T> {
  (value: unknown): value is T;
  errors?: readonly SchemaViolation[] | null;
}
