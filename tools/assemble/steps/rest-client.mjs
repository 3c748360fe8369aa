import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, ROOT } from '../../files/paths.mjs';
import { runProgram } from '../../processes/program.mjs';
import { runNpm } from '../../set-up/npm-packages.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { runEsbuild } from './bundle.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

const HOME = fromRoot('rest-sidecar', 'client');
const NAME = 'feature-control-client';
const BUILD = join(HOME, 'build');
const { version, license } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8'));
/** The first line of the program and of its types. */
const HEADING = `/*! ${NAME} ${version}, ${license} */`;
/**
 * The modules whose declarations make up the public types. None of them declares anything that the package
 * does not export.
 */
const PUBLIC_MODULES = ['api-types', 'answer', 'client', 'poll'];

/**
 * Output of the build: the client as one file for browsers and Node, its types as one file, and both as an
 * npm package.
 */
export const REST_CLIENT = {
  version,
  name: NAME,
  program: join(BUILD, `${NAME}.js`),
  types: join(BUILD, `${NAME}.d.ts`),
  package: join(BUILD, `${NAME}-${version}.tgz`),
};
/** No source map: the bundle is readable. */
const OPTIONS = {
  entryPoints: [join(HOME, 'src', `${NAME}.ts`)],
  outfile: REST_CLIENT.program,
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  banner: { js: HEADING },
};

/**
 * Builds the REST client: the program, its types, and the package with both.
 * @returns {Promise<'up to date' | 'built'>}
 * @throws {ExplainedError} with the compiler's or npm's messages
 */
export async function buildRestClient() {
  const sources = ['README.md', 'package.json', 'tsconfig.json', 'src'].map((name) => join(HOME, name));
  return await runUnlessUpToDate({
    name: 'rest-client',
    inputs: [fromRoot('tsconfig.json'), ...sources],
    outputs: [REST_CLIENT.program, REST_CLIENT.types, REST_CLIENT.package],
    run: async () => {
      await runEsbuild('the REST client', OPTIONS);
      await compileTypes();
      await runNpm(['pack', '--ignore-scripts', '--pack-destination', BUILD], HOME);
    },
  });
}

async function compileTypes() {
  const args = [fromRoot('node_modules', 'typescript', 'bin', 'tsc'), '--build', HOME];
  const { problem, output } = await runProgram(process.execPath, args, { cwd: ROOT });
  if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
  const declarations = PUBLIC_MODULES.map((name) =>
    // The imports are removed, since another of these modules declares what they import.
    readFileSync(join(BUILD, 'types', `${name}.d.ts`), 'utf8').replace(/^import type [^;]*;\n/gm, ''),
  );
  writeFileSync(REST_CLIENT.types, [HEADING, ...declarations].join('\n'));
}
