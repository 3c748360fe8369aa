/** Keywords that say more of a value than its type, which TypeScript cannot. */
const SAID_IN_WORDS = new Set([
  'title',
  'description',
  'examples',
  'format',
  'minimum',
  'maximum',
  'minItems',
]);
const SIMPLE = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

/**
 * @param {string} name
 * @param {object} schema a schema of the OpenAPI document, of the few forms that the REST interface has
 * @returns {string} the declaration of an exported type
 * @throws {Error} at a keyword that is not known here, so that no type promises what its schema does not
 */
export function declareType(name, schema) {
  const head = comment(schema.description, '');
  return schema.properties === undefined
    ? `${head}export type ${name} = ${typeOf(schema)};\n`
    : `${head}export interface ${name} ${fieldsOf(schema)}\n`;
}

function typeOf(schema) {
  const { $ref, type, enum: values, const: value, items, properties, additionalProperties, ...rest } = schema;
  const unknown = Object.keys(rest).filter(
    (keyword) => !SAID_IN_WORDS.has(keyword) && keyword !== 'required',
  );
  if (unknown.length > 0) throw new Error(`no type is known for a schema with ${unknown.join(', ')}`);
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (type === 'array') return `readonly (${typeOf(items)})[]`;
  if (type !== 'object') return SIMPLE[type];
  return properties === undefined
    ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
    : fieldsOf(schema);
}

/** Where further fields may come, they may be anything. */
function fieldsOf({ properties, required = [], additionalProperties = true }) {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(field.description, '  ')}  readonly ${name}${optional}: ${typeOf(field)};\n`;
  });
  const further = additionalProperties === true ? '  readonly [field: string]: unknown;\n' : '';
  return `{\n${fields.join('')}${further}}`;
}

function comment(text, indent) {
  return text === undefined ? '' : `${indent}/** ${text} */\n`;
}
