import type { SchemaViolation } from './json-schema.ts';

/** The names under which the messages mention a validated value and its fields. */
interface ValueName {
  /** The value itself, such as `payload` or `The packet`. */
  readonly whole: string;
  /** The prefix of its fields' names, such as `payload.`; empty by default. */
  readonly prefix?: string;
}

/**
 * Returns one English sentence that names the invalid field and what it must be. It never contains the value
 * itself (G15).
 */
export function describeViolation(violation: SchemaViolation | undefined, name: ValueName): string {
  if (violation === undefined) return `${name.whole} is not valid.`;
  const { keyword, params, message } = violation;
  if (keyword === 'required') {
    const pointer = `${violation.instancePath}/${String(params['missingProperty'])}`;
    return `${nameOfField(pointer, name)} is missing.`;
  }
  return `${nameOfField(violation.instancePath, name)} ${describeKeyword(keyword, params, message)}.`;
}

function describeKeyword(
  keyword: string,
  params: SchemaViolation['params'],
  message: string | undefined,
): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type':
      return `must be ${nameOfType(params['type'])}`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'enum':
      return `must be one of: ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
    default:
      return message ?? 'is not valid';
  }
}

/** Converts a JSON pointer to a readable name: `/features/1` of the payload becomes `payload.features[1]`. */
function nameOfField(pointer: string, { whole, prefix = '' }: ValueName): string {
  if (pointer === '') return whole;
  const [first = '', ...rest] = pointer.slice(1).split('/').map(unescapePointer);
  return prefix + first + rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function nameOfType(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map((name) => TYPE_NAMES[String(name)] ?? String(name));
  return names.join(' or ');
}
