import type { SchemaValidator } from '../json-schema.ts';
import type { MethodName } from './methods.ts';

/** Compiled by the build from `schemas.ts`, since the proxy allows no `eval`. */
export declare const validators: Readonly<Record<MethodName, SchemaValidator<object>>>;
