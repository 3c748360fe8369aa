/**
 * Compiles a JSON Schema to a test that a fitting value passes at next to no cost. Ajv's validators keep account of what is wrong with a value, which the proxy's
 * interpreter pays for with every request though nearly all of them are right.
 */

/** For each type, the keywords beside it that are understood. A schema with any other has no quick test. */
const KEYWORDS = {
  string: ['minLength', 'maxLength'],
  array: ['items'],
  object: ['properties', 'required'],
  null: [],
};

/** For each type, what is true of a value that does not have it. */
const MISFITS = {
  string: (value) => `typeof ${value} !== 'string'`,
  array: (value) => `!Array.isArray(${value})`,
  object: (value) => `typeof ${value} !== 'object' || ${value} === null || Array.isArray(${value})`,
  null: (value) => `${value} !== null`,
};

/**
 * @param {object} schema
 * @returns {string | undefined} the source of a function that returns true for values that are sure to fit, and leaves the others to a function `decide`
 */
export function compileQuickTest(schema) {
  return isUnderstood(schema) ? `(value) => {\n${testOf(schema, 'value', 0)}return true;\n}` : undefined;
}

function isUnderstood({ type, ...rest }) {
  const types = [type].flat();
  const known = types.length === 1 ? (KEYWORDS[type] ?? []) : [];
  const inside = [...Object.values(rest.properties ?? {}), ...(rest.items ? [rest.items] : [])];
  return (
    types.every((one) => Object.hasOwn(MISFITS, one)) &&
    Object.keys(rest).every((keyword) => known.includes(keyword)) &&
    (rest.required ?? []).every((name) => Object.hasOwn(rest.properties ?? {}, name)) &&
    inside.every(isUnderstood)
  );
}

/** Statements that leave it to `decide` where it is not sure that `value`, the name of a variable, fits. */
function testOf(schema, value, depth) {
  const isOfNoType = [schema.type].flat().map((type) => `(${MISFITS[type](value)})`);
  const misfits = [isOfNoType.join(' && '), ...wrongLengths(schema, value)];
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field], index) => {
    const variable = `${value}_${index}`;
    const test = testOf(field, variable, depth);
    const body = required.has(name) ? test : `if (${variable} !== undefined) {\n${test}}\n`;
    return `const ${variable} = ${value}[${JSON.stringify(name)}];\n${body}`;
  });
  return (
    misfits.map((misfit) => `if (${misfit}) return decide(value);\n`).join('') +
    fields.join('') +
    itemsTest(schema, value, depth)
  );
}

/**
 * A text has at most as many code points as UTF-16 units, which are not counted, and at least half as many (G38). Both bounds in one comparison: without a sign, what is too
 * short is very large.
 */
function wrongLengths({ minLength = 0, maxLength }, value) {
  const least = Math.max(0, 2 * minLength - 1);
  if (maxLength === undefined) return minLength === 0 ? [] : [`${value}.length < ${least}`];
  return [`${value}.length - ${least} >>> 0 > ${maxLength - least}`];
}

function itemsTest({ items }, value, depth) {
  if (items === undefined) return '';
  const [index, item] = [`index${depth}`, `item${depth}`];
  return (
    `for (let ${index} = 0, length = ${value}.length; ${index} < length; ${index}++) {\n` +
    `const ${item} = ${value}[${index}];\n${testOf(items, item, depth + 1)}}\n`
  );
}
