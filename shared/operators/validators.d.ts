import type { FromSchema, SchemaValidator } from '../json-schema.ts';
import type { schemas } from './schemas.ts';

/** Compiled by the build from `schemas.ts`, ahead of time. */
export declare const validators: {
  readonly [Name in keyof typeof schemas]: SchemaValidator<FromSchema<(typeof schemas)[Name]>>;
};
