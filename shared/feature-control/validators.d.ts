import type { SchemaValidator } from '../json-schema.ts';
import type { MethodName } from './methods.ts';

/** Compiled from `schemas.ts` by the build, since `eval` is disabled in the proxy. */
export declare const validators: Readonly<Record<MethodName, SchemaValidator<object>>>;
