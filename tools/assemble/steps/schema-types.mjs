/** Keywords that make up a type. */
const IN_TYPES = ['$ref', 'const', 'enum', 'type', 'items', 'properties', 'required', 'additionalProperties'];
/**
 * Keywords without an equivalent in types: they only describe a value, or restrict it in a way that types
 * cannot express.
 */
const NOT_IN_TYPES = [
  'title',
  'description',
  'examples',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];
const KNOWN = new Set([...IN_TYPES, ...NOT_IN_TYPES]);
const SIMPLE = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' };

/**
 * Generates a type declaration from a schema.
 * @param {string} name
 * @param {object} schema of the OpenAPI document
 * @returns {string} the declaration of an exported type
 * @throws {Error} if no type is known for a keyword; the message names it with schema and field, as in
 * `Event.place: no type is known for the keyword not`
 */
export function declareType(name, schema) {
  const head = comment(schema.description, '');
  const type = typeOf(schema, name);
  return schema.properties === undefined
    ? `${head}export type ${name} = ${type};\n`
    : `${head}export interface ${name} ${type}\n`;
}

/**
 * @param {object} schema
 * @param {string} path the name of the declared type, and the fields that lead to this schema
 */
function typeOf(schema, path) {
  const {
    $ref,
    const: value,
    enum: values,
    type,
    items,
    properties,
    required,
    additionalProperties,
  } = schema;
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
  if (unknown.length > 0) throw new Error(`${path}: no type is known for the keyword ${unknown.join(', ')}`);
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (type === 'array') return `readonly (${typeOf(items, `${path}[]`)})[]`;
  if (properties !== undefined) return fieldsOf({ properties, required, additionalProperties }, path);
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties, `${path}.*`)}>>`;
  if (Object.hasOwn(SIMPLE, type)) return SIMPLE[type];
  throw new Error(`${path}: there is no type ${type}`);
}

/**
 * Returns an object type. If additional fields are allowed, they may have any type, because an index
 * signature also applies to the declared fields.
 */
function fieldsOf({ properties, required = [], additionalProperties }, path) {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(field.description, '  ')}  readonly ${name}${optional}: ${typeOf(field, `${path}.${name}`)};\n`;
  });
  const indexSignature = additionalProperties === false ? '' : '  readonly [field: string]: unknown;\n';
  return `{\n${fields.join('')}${indexSignature}}`;
}

function comment(text, indent) {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
