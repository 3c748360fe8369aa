/**
 * `npm run build:client-types`: writes the REST client's types from the OpenAPI document, which is generated
 * from the schemas. The file is committed, so that readers of the client see the types. With `--check`
 * nothing is written, and the command fails if the file is out of date.
 */
import { readFileSync } from 'node:fs';
import { fromRoot } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { isMain } from '../processes/is-main.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { importTypeScript } from './steps/import-typescript.mjs';
import { declareType } from './steps/schema-types.mjs';

const DOCUMENT_MODULE = 'rest-sidecar/src/openapi/open-api-document.ts';
const TYPES = fromRoot('rest-sidecar', 'client', 'src', 'api-types.ts');
const HEADING = '/* Generated from the OpenAPI document by `npm run build:client-types`. */\n';

/** @returns {Promise<string>} a TypeScript module with one exported type for each schema of the document */
async function generateClientTypes() {
  const { components } = await readDocument();
  const declarations = Object.entries(components.schemas).map(([name, schema]) => declareType(name, schema));
  return await format([HEADING, ...declarations].join('\n'));
}

async function readDocument() {
  const { createOpenApiDocument } = await importTypeScript(DOCUMENT_MODULE);
  return createOpenApiDocument();
}

async function format(source) {
  const { format: formatText } = await import('oxfmt');
  const { code } = await formatText(
    TYPES,
    source,
    JSON.parse(readFileSync(fromRoot('.oxfmtrc.json'), 'utf8')),
  );
  return code;
}

async function main() {
  const types = await generateClientTypes();
  if (!process.argv.includes('--check')) writeAtomically(TYPES, types);
  else if (readFileSync(TYPES, 'utf8') !== types)
    throw new ExplainedError(`${TYPES} is out of date: run npm run build:client-types`);
}

if (isMain(import.meta.url)) await runMain(main);
