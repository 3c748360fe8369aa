/**
 * Keywords without an equivalent in types: they only describe a value, or restrict it in a way that types
 * cannot express.
 */
const NOT_IN_TYPES = new Set([
  'title',
  'description',
  '$comment',
  'examples',
  'example',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'discriminator',
  'xml',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'contentEncoding',
  'contentMediaType',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
]);
const SIMPLE = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

/**
 * Generates a type declaration from a schema.
 * @param {string} name
 * @param {object} schema of the OpenAPI document
 * @returns {string} the declaration of an exported type
 * @throws {Error} if a keyword is unknown or cannot be expressed as a type; the message names it with schema
 * and field, as in `Event.place: no type is known for the keyword not`
 */
export function declareType(name, schema) {
  const head = comment(schema.description, '');
  const type = typeOf(schema, name);
  return isPlainObject(schema)
    ? `${head}export interface ${name} ${type}\n`
    : `${head}export type ${name} = ${type};\n`;
}

/** Returns whether the type is only an object with fields. */
function isPlainObject({ type = 'object', properties, $ref, allOf, anyOf, oneOf }) {
  return type === 'object' && properties !== undefined && !($ref ?? allOf ?? anyOf ?? oneOf);
}

/**
 * Returns the type that satisfies all keywords.
 * @param {object | boolean} schema
 * @param {string} path the name of the declared type, and the fields that lead to this schema
 */
function typeOf(schema, path) {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  const { $ref, allOf = [], anyOf, oneOf, enum: values, const: value, ...keywords } = schema;
  const constants = value === undefined ? values : [value];
  const byKeywords = typesByKeywords(keywords, path);
  const choices = [anyOf, oneOf].filter((choice) => choice !== undefined);
  const types = [
    ...($ref === undefined ? [] : [$ref.split('/').at(-1)]),
    ...(constants === undefined ? byKeywords : [union(constants.map((each) => JSON.stringify(each)))]),
    ...allOf.map((each) => typeOf(each, path)),
    ...choices.map((choice) => union(choice.map((each) => typeOf(each, path)))),
  ];
  if (types.length < 2) return types[0] ?? 'unknown';
  return types.map((type) => `(${type})`).join(' & ');
}

/** @returns {string[]} the type that the keywords describe; empty if they do not restrict the type */
function typesByKeywords({ type, ...keywords }, path) {
  const { items, properties, required, additionalProperties, ...others } = keywords;
  const unknown = Object.keys(others).filter((keyword) => !NOT_IN_TYPES.has(keyword));
  if (unknown.length > 0) throw new Error(`${path}: no type is known for the keyword ${unknown.join(', ')}`);
  const isObject = (properties ?? required ?? additionalProperties) !== undefined;
  const implied = [...(isObject ? ['object'] : []), ...(items === undefined ? [] : ['array'])];
  const types = type === undefined ? implied : [type].flat();
  return types.length === 0 ? [] : [union(types.map((each) => typeNamed(each, keywords, path)))];
}

function typeNamed(type, { items = true, properties, required, additionalProperties = true }, path) {
  if (type === 'array') return `readonly (${typeOf(items, `${path}[]`)})[]`;
  if (type !== 'object') {
    if (Object.hasOwn(SIMPLE, type)) return SIMPLE[type];
    throw new Error(`${path}: there is no type ${type}`);
  }
  return properties === undefined && required === undefined
    ? `Readonly<Record<string, ${typeOf(additionalProperties, `${path}.*`)}>>`
    : fieldsOf({ properties, required, additionalProperties }, path);
}

/**
 * Returns an object type. If additional fields are allowed, they may have any type, because an index
 * signature also applies to the declared fields.
 */
function fieldsOf({ properties = {}, required = [], additionalProperties }, path) {
  const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
  const all = [...Object.entries(properties), ...undeclared.map((name) => [name, true])];
  const fields = all.map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(field.description, '  ')}  readonly ${key}${optional}: ${typeOf(field, `${path}.${name}`)};\n`;
  });
  const indexSignature = additionalProperties === false ? '' : '  readonly [field: string]: unknown;\n';
  return `{\n${fields.join('')}${indexSignature}}`;
}

function union(types) {
  return [...new Set(types)].join(' | ');
}

function comment(text, indent) {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
