import type { FromSchema } from '../json-schema.ts';
import type { ErrorCode } from './error-code.ts';

/** A UUID according to the specification; any text of 1 to 128 characters is accepted and echoed (G13). */
export const requestIdSchema = { type: 'string', minLength: 1, maxLength: 128 } as const;

/**
 * Client to server (section 2.2). Additional fields are ignored (G16). An absent or null `payload` equals an
 * empty object.
 */
export const requestSchema = {
  type: 'object',
  properties: {
    id: requestIdSchema,
    method: { type: 'string', minLength: 1, maxLength: 128 },
    payload: { type: ['object', 'null'] },
  },
  required: ['id', 'method'],
} as const;

/** Server to client: the method was called (section 2.2). */
export const successResponseSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, ok: { const: true }, payload: { type: 'object' } },
  required: ['id', 'ok', 'payload'],
  additionalProperties: false,
} as const;

const errorProperties = { id: { type: 'string' }, ok: { const: false } } as const;

/**
 * Server to client: the method was not called, or failed (sections 2.2 and 7.2). `INTERNAL_ERROR` never has a
 * `message`.
 */
export const errorResponseSchema = {
  oneOf: [
    {
      type: 'object',
      properties: {
        ...errorProperties,
        error: { enum: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'] },
        message: { type: 'string', minLength: 1 },
      },
      required: ['id', 'ok', 'error'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { ...errorProperties, error: { const: 'INTERNAL_ERROR' } },
      required: ['id', 'ok', 'error'],
      additionalProperties: false,
    },
  ],
} as const;

/**
 * Server to client, unsolicited (sections 2.2 and 6). It answers no request, so it has neither `id` nor `ok`.
 */
export const pushEventSchema = {
  type: 'object',
  properties: { event: { type: 'string' }, payload: { type: 'object' } },
  required: ['event', 'payload'],
  additionalProperties: false,
} as const;

export type Request = FromSchema<typeof requestSchema>;

/** Why a request failed. `INTERNAL_ERROR` with a `message` does not type-check. */
export type RequestFailure =
  | { readonly error: Exclude<ErrorCode, 'INTERNAL_ERROR'>; readonly message: string }
  | { readonly error: 'INTERNAL_ERROR' };

export const INTERNAL_ERROR: RequestFailure = { error: 'INTERNAL_ERROR' };

/** @param id of the request, or the empty string if it could not be read (G10) */
export function encodeError(id: string, failure: RequestFailure): string {
  // Does not spread the failure, which would double the cost in the proxy's interpreter. JSON.stringify omits
  // an undefined message.
  const message = failure.error === 'INTERNAL_ERROR' ? undefined : failure.message;
  return JSON.stringify({ id, ok: false, error: failure.error, message });
}

/** @param payload matches the method's result schema */
export function encodeSuccess(id: string, payload: object): string {
  return JSON.stringify({ id, ok: true, payload });
}

/** @param payload JSON that matches the event's schema */
export function encodeEvent(event: string, payload: string): string {
  return `{"event":${JSON.stringify(event)},"payload":${payload}}`;
}
