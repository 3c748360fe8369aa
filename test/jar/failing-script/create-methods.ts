import { createMethods as createGoodMethods } from '../../../shared/feature-control/create-methods.ts';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { Method } from '../../../shared/protocol/method.ts';

/** The failures of a method with bugs, by the client that triggers them. */
const FAILURES: Readonly<Record<string, () => object | Promise<object>>> = {
  throws: () => {
    throw new Error('the handler threw');
  },
  rejects: () => Promise.reject(new Error('the handler rejected')),
  'throws no error': () => {
    // A library might do this.
    throw { toString: () => 'thrown, and no error' } as unknown as Error;
  },
  'never settles': () => new Promise(() => undefined),
  'cannot be encoded': () => {
    const result: Record<string, unknown> = {};
    result['itself'] = result;
    return result;
  },
};

/** Replaces the plugin's function. Its methods fail for clients that are named after a failure. */
export function createMethods(...given: Parameters<typeof createGoodMethods>): Method[] {
  return createGoodMethods(...given).map(failing);
}

function failing(good: Method): Method {
  const clientOf = (payload: unknown) => (payload as { readonly client?: string }).client ?? '';
  const validate = (payload: unknown): boolean => {
    if (clientOf(payload) === 'cannot be validated') throw new Error('the validator threw');
    return good.validatePayload(payload);
  };
  return {
    ...good,
    validatePayload: validate as SchemaValidator<object>,
    handle: (payload, caller) =>
      (FAILURES[clientOf(payload)] ?? (() => good.handle(payload, caller) as object))(),
  };
}
