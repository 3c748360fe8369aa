import type { FromSchema, SchemaValidator } from '../json-schema.ts';
import type { schemas } from './schemas.ts';

/** Compiled from `schemas.ts` by the build, since `eval` is disabled in the proxy. */
export declare const validators: {
  readonly [Name in keyof typeof schemas]: SchemaValidator<FromSchema<(typeof schemas)[Name]>>;
};
