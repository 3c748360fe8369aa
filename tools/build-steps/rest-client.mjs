import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { fromRoot, ROOT } from '../files/paths.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { filesBelow, runUnlessUpToDate } from './up-to-date.mjs';

const HOME = fromRoot('rest-sidecar', 'client');
const NAME = 'feature-control-client';
/** The REST client as one file, for browsers and Node alike. */
export const REST_CLIENT = join(HOME, 'build', `${NAME}.js`);
const OPTIONS = {
  entryPoints: [join(HOME, 'src', `${NAME}.ts`)],
  outfile: REST_CLIENT,
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
};

/**
 * Builds what the REST client's package consists of: the program, and its types.
 * @returns {Promise<'up to date' | 'built'>}
 * @throws {ExplainedError} with the compiler's messages
 */
export async function buildRestClient() {
  const program = await bundle('rest-client', OPTIONS);
  const types = await runUnlessUpToDate({
    name: 'rest-client-types',
    recipe: 'tsc --build',
    outputs: [join(HOME, 'build', 'types', `${NAME}.d.ts`)],
    inputs: () => [fromRoot('tsconfig.json'), join(HOME, 'tsconfig.json'), ...filesBelow(join(HOME, 'src'))],
    run: compileTypes,
  });
  return program === 'built' || types === 'built' ? 'built' : 'up to date';
}

async function compileTypes() {
  const args = [fromRoot('node_modules', 'typescript', 'bin', 'tsc'), '--build', HOME];
  const { problem, output } = await runCommand(process.execPath, args, { cwd: ROOT });
  if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
}
