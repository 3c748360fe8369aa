import type { Handler, Method } from '../protocol/method.ts';
import type { MethodContext } from './method-definition.ts';
import { METHODS } from './methods.ts';
import type { MethodLimits } from './methods.ts';
import { validators } from './validators.js';

/** @param limits what operators set; what the specification says where they are left out */
export function createMethods(context: MethodContext, limits?: MethodLimits): Method[] {
  return METHODS.map(({ name, limit, createHandler }) => ({
    name,
    validatePayload: validators[name],
    limit: limits === undefined ? limit : limits[name],
    // The dispatcher hands over nothing that the validator refuses.
    handle: createHandler(context) as Handler,
  }));
}
