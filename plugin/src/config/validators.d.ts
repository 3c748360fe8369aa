import type { FromSchema, SchemaValidator } from '../../../shared/json-schema.ts';
import type { schemas } from './schemas.ts';

/** Compiled by the build from `schemas.ts`. */
export declare const validators: {
  readonly [Name in keyof typeof schemas]: SchemaValidator<FromSchema<(typeof schemas)[Name]>>;
};
