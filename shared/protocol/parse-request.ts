import { describeViolation } from '../describe-violation.ts';
import type { RequestFailure, Request } from './envelope.ts';
import { UNREADABLE_MESSAGES } from './packet.ts';
import type { Packet } from './packet.ts';
import { validators } from './validators.js';

/**
 * `id` is the one to echo in an error: that of the request if it could be read, else the empty string (G10).
 */
type ParsedRequest =
  | { readonly ok: true; readonly id: string; readonly request: Request }
  | { readonly ok: false; readonly id: string; readonly failure: RequestFailure };

/**
 * Parses and validates the envelope, in the order of G11: size and UTF-8, JSON, `id`, `method`, type of
 * `payload`.
 */
export function parseRequest(packet: Packet): ParsedRequest {
  if (typeof packet !== 'string') return reject('', UNREADABLE_MESSAGES[packet.unreadable]);
  let value: unknown;
  try {
    value = JSON.parse(packet);
  } catch {
    // A SyntaxError, or a RangeError if the engine runs out of stack: the packet is to blame either way. The
    // value stays undefined, which no JSON text can produce.
  }
  return validators.request(value) ? { ok: true, id: value.id, request: value } : rejectValue(value);
}

function rejectValue(value: unknown): ParsedRequest {
  if (value === undefined) return reject('', 'The packet is not valid JSON.');
  return reject(readId(value), describeViolation(validators.request.errors?.[0], { whole: 'The packet' }));
}

function reject(id: string, message: string): ParsedRequest {
  return { ok: false, id, failure: { error: 'BAD_REQUEST', message } };
}

function readId(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return '';
  const { id } = value as { readonly id: unknown };
  return validators.requestId(id) ? id : '';
}
