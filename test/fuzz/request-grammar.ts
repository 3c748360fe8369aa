import type { MethodDefinition } from '../../shared/feature-control/method-definition.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import type { JSONSchema } from '../../shared/json-schema.ts';
import type { Random } from '../support/random.ts';

/** The client of requests. */
export const CLIENT = 'my-mod';
/** Features on the global blocklist. */
export const GLOBAL = ['fly', '__proto__', 'Zürich'];
/** Features on the personal blocklist of the client. */
export const PERSONAL = ['minimap', 'constructor'];

const FIELDS = METHODS.flatMap(({ payloadSchema }) => Object.keys(payloadSchema.properties));
const KEYS = ['id', 'method', 'payload', ...FIELDS, '__proto__', 'ok', 'extra', ''] as const;
const WORDS = [
  CLIENT,
  ...METHODS.map(({ name }) => name),
  'toString',
  'null',
  ...GLOBAL,
  ...PERSONAL,
] as const;
/** JSON numbers, and texts that resemble them. */
const NUMBERS = ['0', '-0', '1e400', '-1.5e-7', '9007199254740993', '01', '+1', '.5', '0x1', 'NaN'] as const;
const SYMBOLS = ['a', 'Z', '7', ' ', '.', 'é', '中', '😀', '\u2028', '\u0000', '\ufeff', '\u007f'] as const;
const SPACES = ['', '', '', ' ', '\n', '\t\r\n'] as const;
/** Around the maximum lengths of an id, a client and a feature (G13). */
const LENGTHS = [127, 128, 129, 255, 256, 257, 1000] as const;
const MAX_LEVELS = 5;

/** Generates the text of a request whose parts are mostly valid, and sometimes not. */
export function requestText(random: Random): string {
  const { name, payloadSchema } = random.pick<MethodDefinition>(METHODS);
  const members = [
    ['id', () => (random.chance(0.9) ? quoted(random, word(random)) : value(random))],
    ['method', () => (random.chance(0.9) ? `"${name}"` : value(random))],
    ['payload', () => (random.chance(0.9) ? payload(random, payloadSchema.properties) : value(random))],
  ] as const;
  return object(random, members);
}

function payload(random: Random, fields: Readonly<Record<string, JSONSchema>>): string {
  const members = Object.entries(fields).map(
    ([name, schema]) => [name, () => (random.chance(0.9) ? fieldOf(random, schema) : value(random))] as const,
  );
  return object(random, members);
}

/** Generates a value of a field's type: names in a list, or a mod's identifier. */
function fieldOf(random: Random, schema: JSONSchema): string {
  const { type } = schema as { readonly type?: unknown };
  if (type === 'string') return `"${CLIENT}"`;
  if (type === 'integer' || type === 'number') return random.pick(NUMBERS);
  return type === 'array' ? items(random, schema) : value(random);
}

/** Generates a list of objects if the schema has objects, otherwise of names. */
function items(random: Random, schema: JSONSchema): string {
  const { items: inner } = schema as {
    readonly items?: { readonly properties?: Record<string, JSONSchema> };
  };
  const fields = inner?.properties;
  return fields === undefined
    ? names(random)
    : `[${random.list(4, () => payload(random, fields)).join(',')}]`;
}

function names(random: Random): string {
  const maxNames = random.chance(0.01) ? 2000 : 12;
  return `[${random.list(maxNames, () => quoted(random, word(random))).join(',')}]`;
}

type Member = readonly [key: string, make: () => string];

/**
 * Generates an object of the members. Sometimes a member is missing, the order is reversed, or one is added.
 */
function object(random: Random, members: readonly Member[]): string {
  const some = members.filter(() => random.chance(0.97));
  if (random.chance(0.1)) some.push([random.pick(KEYS), () => value(random)]);
  if (random.chance(0.3)) some.reverse();
  const space = random.pick(SPACES);
  const texts = some.map(([key, make]) => `${space}${quoted(random, key)}${space}:${space}${make()}`);
  return `{${texts.join(',')}${space}}`;
}

/** Generates any JSON value, or text that resembles one. */
function value(random: Random, levels = MAX_LEVELS): string {
  const kind = random.below(levels > 0 ? 8 : 6);
  if (kind === 0) return random.pick(['null', 'true', 'false', 'undefined', '']);
  if (kind === 1) return random.pick(NUMBERS);
  if (kind === 2) return quoted(random, random.pick(SYMBOLS).repeat(random.pick(LENGTHS)));
  if (kind < 6) return quoted(random, word(random));
  const inner = random.list(4, () => value(random, levels - 1));
  if (kind === 6) return `[${inner.join(',')}]`;
  return `{${inner.map((text) => `${quoted(random, random.pick(KEYS))}:${text}`).join(',')}}`;
}

function word(random: Random): string {
  if (random.chance(0.4)) return random.pick(WORDS);
  return Array.from({ length: 1 + random.below(12) }, () => random.pick(SYMBOLS)).join('');
}

/** Generates a JSON string, sometimes with an unnecessary, invalid or lone-surrogate escape. */
function quoted(random: Random, text: string): string {
  const plain = JSON.stringify(text);
  if (random.chance(0.98)) return plain;
  const escape = random.pick(['\\u0041', '\\/', '\\ud83d', '\\udc00\\ud800', '\\x', '\\u12']);
  const at = 1 + random.below(plain.length - 1);
  return plain.slice(0, at) + escape + plain.slice(at);
}
