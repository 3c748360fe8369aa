/**
 * Compiles the JSON Schemas of each folder below into `validators.js` beside them: one self-contained ES
 * module that exports `validators`, an object with the same keys as `schemas`. Ajv runs only here, never at
 * run time, so that neither the proxy nor the sidecar evaluates generated code. The types are in the
 * hand-written `validators.d.ts`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot, ROOT } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { isMain } from '../processes/is-main.mjs';
import { useCheapLengthKeywords } from './steps/length-keywords.mjs';

/** Folders with a `schemas.ts` that exports `schemas`: name → JSON Schema. */
const SCHEMA_FOLDERS = ['shared/protocol', 'shared/feature-control', 'shared/rest', 'plugin/src/config'];

/** Formats that only describe a number, for readers of the REST interface and for the command line. */
const DESCRIPTIVE_FORMATS = { double: true, int32: true, int64: true, 'unix-ms': true };

/** Supported by every runtime that loads the result: Node 20 and GraalJS 25. */
const TARGET = 'es2022';

/**
 * Compiles the validators that are out of date.
 * @returns {Promise<'up to date' | 'built'>}
 * @throws if a schema does not compile in Ajv's strict mode; the message names its folder and key
 */
export async function compileValidators() {
  const written = [];
  for (const folder of SCHEMA_FOLDERS) written.push(await compileFolder(folder));
  return written.includes(true) ? 'built' : 'up to date';
}

/** @returns {Promise<boolean>} whether the file had to be written */
async function compileFolder(folder) {
  const output = fromRoot(folder, 'validators.js');
  const schemasModule = await bundle({ entryPoints: [fromRoot(folder, 'schemas.ts')] });
  const fingerprint = `// Generated from schemas.ts: ${fingerprintOf(schemasModule)}\n`;
  if (existsSync(output) && readFileSync(output, 'utf8').startsWith(fingerprint)) return false;
  const { schemas } = await import(
    `data:text/javascript;base64,${Buffer.from(schemasModule).toString('base64')}`
  );
  const contents = await generateModule(schemas, folder);
  writeAtomically(output, fingerprint + (await bundle({ stdin: { contents, resolveDir: ROOT } })));
  return true;
}

/** Changes with the schemas, with this program, and with Ajv. */
function fingerprintOf(schemasModule) {
  const hash = createHash('sha256').update(schemasModule);
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  hash.update(readFileSync(fromRoot('tools/assemble/steps/length-keywords.mjs')));
  return hash.update(readFileSync(fromRoot('node_modules/ajv/package.json'))).digest('hex');
}

/** @returns {Promise<string>} a module that still imports Ajv's few runtime functions */
async function generateModule(schemas, folder) {
  const { default: Ajv } = await import('ajv');
  const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
  const ajv = new Ajv.Ajv({
    strict: true,
    allErrors: false,
    code: { source: true, esm: true },
    formats: DESCRIPTIVE_FORMATS,
  });
  await useCheapLengthKeywords(ajv);
  const names = Object.keys(schemas);
  for (const name of names) ajv.addSchema(schemas[name], name);
  for (const name of names) {
    try {
      ajv.getSchema(name);
    } catch (error) {
      throw new Error(`${folder}/schemas.ts, "${name}": ${error.message}`, { cause: error });
    }
  }
  const constants = Object.fromEntries(names.map((name, index) => [`validator${index}`, name]));
  const generated = standaloneCode.default(ajv, constants);
  const entries = Object.entries(constants).map(([constant, name]) => `${JSON.stringify(name)}: ${constant}`);
  // The generated exports become plain constants, as the module exports only one object.
  return `${generated.replace(/export const (validator\d+) =/g, 'const $1 =')}
export const validators = Object.freeze({ ${entries.join(', ')} });`;
}

async function bundle(entry) {
  const { build } = await import('esbuild');
  const result = await build({
    ...entry,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: TARGET,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0].text;
}

// Without `await` at the top level, with which Jest cannot import this module.
if (isMain(import.meta.url)) void compileValidators().then((state) => console.log(`validators: ${state}`));
