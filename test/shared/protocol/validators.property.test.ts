import { describe, it } from '@jest/globals';
import Ajv from 'ajv';
import fc from 'fast-check';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import { validators as payloadValidators } from '../../../shared/feature-control/validators.js';
import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { requestSchema } from '../../../shared/protocol/envelope.ts';
import { validators } from '../../../shared/protocol/validators.js';

/**
 * Lengths around each limit, with one and with two UTF-16 code units per character, also without its pair.
 */
const text = fc
  .tuple(
    fc.constantFrom('a', '😀', '\ud83d'),
    fc.constantFrom(0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 600),
  )
  .map(([character, length]) => character.repeat(length));
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));

const requests = fc.record(
  { id: anything, method: anything, payload: anything, further: anything },
  { requiredKeys: [] },
);
const listOrAnything = fc.oneof(fc.array(text), fc.array(anything), anything);
const payloadsWith = (fields: object) =>
  fc.dictionary(fc.constantFrom(...Object.keys(fields), 'further'), listOrAnything);

type Case = readonly [string, object, fc.Arbitrary<unknown>, SchemaValidator<unknown>];

describe.each<Case>([
  ['request', requestSchema, requests, validators.request],
  ...METHODS.map(({ name, payloadSchema }): Case => [
    `payload of ${name}`,
    payloadSchema,
    payloadsWith(payloadSchema.properties),
    payloadValidators[name],
  ]),
])('the compiled validator of a %s', (_, schema, values, validate) => {
  it('accepts the same values as the schema, and reports the same violations [G13, G38]', () => {
    const reference = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    fc.assert(
      fc.property(fc.oneof(values, anything), (value) => {
        // Without expect(), which takes longer than both validators.
        const [compiled, expected] = [validate, reference].map((each) =>
          JSON.stringify([each(value), each.errors?.[0]]),
        );
        return compiled === expected;
      }),
      { numRuns: 5000 },
    );
  });
});
