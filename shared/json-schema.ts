/**
 * Schema first: every contract of this project is a JSON Schema written `as const`. Its TypeScript type is
 * derived from it with `FromSchema`, and the build compiles its validator from it, so that type and validator
 * cannot drift apart.
 */
export type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** The first violation that a compiled validator found. */
export interface SchemaViolation {
  /** JSON pointer to the invalid value; empty for the whole document. */
  readonly instancePath: string;
  /** The schema keyword that was violated, such as `type` or `required`. */
  readonly keyword: string;
  /** The keyword's parameters, such as `{ type: 'string' }` or `{ missingProperty: 'id' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator. The next call overwrites `errors`. */
export interface SchemaValidator<T> {
  (value: unknown): value is T;
  errors?: readonly SchemaViolation[] | null;
}
