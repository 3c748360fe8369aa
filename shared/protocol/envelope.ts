import type { FromSchema } from '../json-schema.ts';
import type { ErrorCode } from './error-code.ts';

/** Request UUID by the specification; any text of 1 to 128 characters is echoed (G13). */
export const requestIdSchema = { type: 'string', minLength: 1, maxLength: 128 } as const;

/**
 * Client to server (section 2.2). Further fields are ignored (G16). An absent or null `payload` counts as an
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
export type ErrorResponse = FromSchema<typeof errorResponseSchema>;

/** Why a request was not answered with a result. A `message` beside `INTERNAL_ERROR` does not type-check. */
export type Failure =
  | { readonly error: Exclude<ErrorCode, 'INTERNAL_ERROR'>; readonly message: string }
  | { readonly error: 'INTERNAL_ERROR' };

export const INTERNAL_ERROR: Failure = { error: 'INTERNAL_ERROR' };

/** @param id the request's, or the empty string where none could be read (G10) */
export function encodeError(id: string, failure: Failure): string {
  // Not by spreading the failure, which costs the proxy's interpreter as much as the rest. A message that is
  // undefined is left out.
  const message = failure.error === 'INTERNAL_ERROR' ? undefined : failure.message;
  return JSON.stringify({ id, ok: false, error: failure.error, message });
}

/** @param payload what the method's result schema describes */
export function encodeSuccess(id: string, payload: object): string {
  return JSON.stringify({ id, ok: true, payload });
}

/** @param payload what the event's schema describes, as JSON */
export function encodeEvent(event: string, payload: string): string {
  return `{"event":${JSON.stringify(event)},"payload":${payload}}`;
}
