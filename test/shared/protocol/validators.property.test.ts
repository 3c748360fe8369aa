import { describe, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import fc from 'fast-check';
import { checkFeaturesPayloadSchema } from '../../../shared/protocol/methods/check-features.ts';
import { requestSchema } from '../../../shared/protocol/envelope.ts';
import { validators } from '../../../shared/protocol/validators.js';

/** Around each limit, in one and in two UTF-16 units a character. */
const text = fc
  .tuple(fc.constantFrom('a', '😀'), fc.constantFrom(0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 600))
  .map(([character, length]) => character.repeat(length));
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));

const requests = fc.record(
  { id: anything, method: anything, payload: anything, further: anything },
  { requiredKeys: [] },
);
const payloads = fc.record(
  { client: anything, features: fc.oneof(fc.array(text), fc.array(anything), anything), further: anything },
  { requiredKeys: [] },
);

describe.each([
  ['request', requestSchema, requests, validators.request],
  ['payload of checkFeatures', checkFeaturesPayloadSchema, payloads, validators.checkFeaturesPayload],
] as const)('the compiled validator of a %s', (_, schema, values, validate) => {
  it('says the same as the schema of every value, and the same of what is wrong with it [G13, G38]', () => {
    const reference = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    fc.assert(
      fc.property(fc.oneof(values, anything), (value) => {
        expect(validate(value)).toBe(reference(value));
        if (!validate(value)) expect(validate.errors?.[0]).toEqual(reference.errors?.[0]);
      }),
      { numRuns: 5000 },
    );
  });
});
