import fc from 'fast-check';
import { METHODS } from '../../shared/feature-control/methods.ts';
import type { JSONSchema } from '../../shared/json-schema.ts';
import { anyCharacter } from '../support/any-character.ts';
import { loadWireFixtures } from '../support/jar/wire-fixtures.ts';

/** The client of most requests. */
export const CLIENT = 'my-mod';
/** Features on the global blocklist. */
export const GLOBAL = ['fly', '__proto__', 'Zürich'];
/** Features on the personal blocklist of the client. */
export const PERSONAL = ['minimap', 'constructor'];

/** Longer fixtures test only the length, and would take most of the time. */
const MAX_FIXTURE_BYTES = 2000;

/** Bytes that are significant in UTF-8 or JSON, or nearly so. */
const INSERTED = [
  ...['"', '\\', '{', '}', '[', ']]]]', ',', ':', '\\u0000', '\\ud83d', '"__proto__":', 'e999', '\0'],
  '['.repeat(33),
].map((text) => Buffer.from(text));
const BAD_UTF8 = ['ff', 'c0af', 'eda080', 'f4908080', 'e28d', '80', 'efbbbf'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

const name = fc.oneof(
  fc.constantFrom(CLIENT, ...GLOBAL, ...PERSONAL, 'toString'),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  // Around the maximum lengths of an id, a client and a feature (G13).
  fc
    .tuple(fc.constantFrom('a', '中', '😀'), fc.constantFrom(127, 128, 129, 256, 257))
    .map(([character, count]) => character.repeat(count)),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), name);

/** Generates mostly what is given, and sometimes anything. */
const mostly = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: valid, weight: 9 }, { arbitrary: anything, weight: 1 });

/** Generates an object of the members, of which sometimes some are missing. */
const record = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: fc.record(members), weight: 9 },
    { arbitrary: fc.record({ ...members, extra: anything }, { requiredKeys: [] }), weight: 1 },
  );

/** The parts of a payload's schema that describe which values a method accepts. */
interface FieldSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JSONSchema>>;
  readonly items?: JSONSchema;
}

/** Generates a value of a field's type: a mod's identifier, a list or an object. */
function valueOf(schema: JSONSchema): fc.Arbitrary<unknown> {
  const { type, properties, items } = schema as FieldSchema;
  if (properties !== undefined) return objectOf(properties);
  if (type === 'array' && items !== undefined) {
    const item = (items as FieldSchema).properties === undefined ? name : valueOf(items);
    return fc.array(item, { maxLength: 8 });
  }
  return fc.oneof({ arbitrary: fc.constant(CLIENT), weight: 4 }, { arbitrary: name, weight: 1 });
}

function objectOf(properties: Readonly<Record<string, JSONSchema>>): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([key, schema]) => [key, mostly(valueOf(schema))]);
  return record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>);
}

const requests = METHODS.map((method) =>
  record({
    id: mostly(name),
    method: mostly(fc.constant(method.name)),
    payload: mostly(objectOf(method.payloadSchema.properties)),
  }),
);
const request = fc.oneof(...requests).map((value) => Buffer.from(JSON.stringify(value)));
const fixture = fc.constantFrom(
  ...loadWireFixtures()
    .map(({ requestBytes }) => requestBytes)
    .filter(({ byteLength }) => byteLength <= MAX_FIXTURE_BYTES),
);
const change = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat({ max: 16 }),
  inserted: fc.constantFrom(Buffer.alloc(0), ...INSERTED, ...BAD_UTF8),
});
const mutated = fc
  .tuple(fc.oneof(request, fixture), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([original, changes]) =>
    changes.reduce((bytes, { place, removed, inserted }) => {
      const start = Math.floor(place * bytes.length);
      return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)]);
    }, original),
  );

/** Valid and almost valid requests, mutations of these and of the wire fixtures, and any bytes. */
export const anyPacket: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: request, weight: 5 },
  { arbitrary: mutated, weight: 4 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
);
