import { describeViolation } from '../describe-violation.ts';
import type { Failure, Request } from './envelope.ts';
import { UNREADABLE_MESSAGES } from './packet.ts';
import type { Packet } from './packet.ts';
import { validators } from './validators.js';

/** `id` is what an error echoes: the request's where it could be read, else the empty string (G10). */
export type ParsedRequest =
  | { readonly ok: true; readonly id: string; readonly request: Request }
  | { readonly ok: false; readonly id: string; readonly failure: Failure };

/** Packet → envelope. In the order of G11: size and UTF-8, JSON, `id`, `method`, the type of `payload`. */
export function parseRequest(packet: Packet): ParsedRequest {
  if (typeof packet !== 'string') return refuse('', UNREADABLE_MESSAGES[packet.unreadable]);
  let value: unknown;
  try {
    value = JSON.parse(packet);
  } catch {
    // A SyntaxError, or a RangeError where an engine runs out of stack: the packet's fault either way. JSON
    // has no text for `undefined`.
  }
  return validators.request(value) ? { ok: true, id: value.id, request: value } : refuseValue(value);
}

function refuseValue(value: unknown): ParsedRequest {
  if (value === undefined) return refuse('', 'The packet is not valid JSON.');
  return refuse(readId(value), describeViolation(validators.request.errors?.[0], { whole: 'The packet' }));
}

function refuse(id: string, message: string): ParsedRequest {
  return { ok: false, id, failure: { error: 'BAD_REQUEST', message } };
}

function readId(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return '';
  const { id } = value as { readonly id: unknown };
  return validators.requestId(id) ? id : '';
}
