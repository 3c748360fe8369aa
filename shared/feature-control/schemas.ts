import type { JSONSchema } from '../json-schema.ts';
import { METHODS } from './methods.ts';
import type { MethodName } from './methods.ts';

/** The schemas that the build compiles to `validators.js`: for each method, that of its payload. */
export const schemas = Object.fromEntries(
  METHODS.map(({ name, payloadSchema }) => [name, payloadSchema]),
) as Record<string, JSONSchema> as Readonly<Record<MethodName, JSONSchema>>;
