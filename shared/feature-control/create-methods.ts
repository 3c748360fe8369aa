import type { Handler, Method } from '../protocol/method.ts';
import type { MethodContext } from './method-definition.ts';
import { METHODS } from './methods.ts';
import type { MethodLimits } from './methods.ts';
import { validators } from './validators.js';

/** @param limits as configured by the operator */
export function createMethods(context: MethodContext, limits: MethodLimits): Method[] {
  return METHODS.map(({ name, createHandler }) => ({
    name,
    validatePayload: validators[name],
    limit: limits[name],
    // The dispatcher passes on only payloads that the validator accepts.
    handle: createHandler(context) as Handler,
  }));
}
