import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  encodeError,
  encodeSuccess,
  INTERNAL_ERROR,
  type RequestFailure,
} from '../../../shared/protocol/envelope.ts';
import { ERROR_CODES } from '../../../shared/protocol/error-code.ts';
import { parseRequest } from '../../../shared/protocol/parse-request.ts';
import { validators } from '../../../shared/protocol/validators.js';
import { anyCharacter, wellFormedCharacter } from '../../support/any-character.ts';
import { readPacket } from '../../support/jar/read-packet.ts';
import { messages } from '../../support/response-validators.ts';

const RUNS = { numRuns: 1000 };

/** Includes lone surrogates, which JSON can express. */
const anyText = fc.string({ unit: anyCharacter });
const name = fc.string({ unit: wellFormedCharacter, minLength: 1, maxLength: 20 });
/** A JSON object as `JSON.parse` returns it: without -0, and without a prototype set by a key. */
const payload = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => throughJson(value) as object);

const failure: fc.Arbitrary<RequestFailure> = fc.oneof(
  fc.constant(INTERNAL_ERROR),
  fc.record({
    error: fc.constantFrom(...ERROR_CODES.filter((code) => code !== 'INTERNAL_ERROR')),
    message: fc.string({ minLength: 1 }),
  }),
);

describe('reading a packet', () => {
  it('returns a request, or a refusal with an id that may be echoed, for any bytes, and never throws [E-BAD-1, G10, G33]', () => {
    const nearText = fc.tuple(fc.json(), fc.uint8Array({ maxLength: 4 }), fc.nat()).map(splice);
    const badlyNamed = fc
      .record({ id: fc.string({ minLength: 120, maxLength: 136 }), method: fc.constant(0) })
      .map((request) => Buffer.from(JSON.stringify(request)));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), nearText, badlyNamed), (bytes) => {
        const parsed = parseRequest(readPacket(bytes));
        if (parsed.ok) expect(validators.request(parsed.request)).toBe(true);
        else expect(parsed.id === '' || validators.requestId(parsed.id)).toBe(true);
      }),
      RUNS,
    );
  });

  it('returns the written request, including all other members of its objects [W-REQ-1, G16]', () => {
    fc.assert(
      fc.property(name, name, payload, fc.jsonValue(), (id, method, given, extra) => {
        const request = { extra: throughJson(extra), id, method, payload: given };
        const bytes = new TextEncoder().encode(JSON.stringify(request));
        expect(parseRequest(readPacket(bytes))).toEqual({ ok: true, id, request });
      }),
      RUNS,
    );
  });
});

describe('an answer', () => {
  it('has the id, ok, and the payload, or the code and its message, in valid UTF-8 [W-OK-1, W-OK-2, W-OK-3, W-ERR-1, W-ERR-2, W-ERR-3, W-ERR-4, G39]', () => {
    fc.assert(
      fc.property(anyText, payload, failure, (id, result, failed) => {
        const success = throughUtf8(encodeSuccess(id, result));
        expect(success).toEqual({ id, ok: true, payload: result });
        expect(messages.success(success)).toBe(true);
        const error = throughUtf8(encodeError(id, failed));
        expect(error).toEqual({ id, ok: false, ...failed });
        expect(messages.error(error)).toBe(true);
      }),
      RUNS,
    );
  });

  it('has no message for INTERNAL_ERROR [E-INTERNAL-2, E-MESSAGE-1]', () => {
    expect(messages.error({ id: '7', ok: false, error: 'INTERNAL_ERROR', message: 'x' })).toBe(false);
  });
});

function splice([text, piece, place]: [string, Uint8Array, number]): Uint8Array {
  const bytes = Buffer.from(text);
  const at = place % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function throughUtf8(text: string): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode(text)));
}
