import { fromRoot, ROOT } from '../../files/paths.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

/**
 * Bundles a program into one file with a source map, which names lines without containing them, unless it is
 * up to date.
 * @param {string} name of the step
 * @param {string[]} folders of its sources besides `shared`, from the repository's root
 * @param {import('esbuild').BuildOptions & { outfile: string }} options
 * @returns {Promise<'up to date' | 'built'>}
 * @throws {ExplainedError} with esbuild's messages
 */
export async function bundle(name, folders, options) {
  return await runUnlessUpToDate({
    name,
    inputs: ['shared', ...folders].map((folder) => fromRoot(folder)),
    outputs: [options.outfile],
    run: () => runEsbuild(name, { ...options, sourcemap: true, sourcesContent: false }),
  });
}

/**
 * Bundles a program.
 * @param {string} name for the error
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<import('esbuild').BuildResult>}
 * @throws {ExplainedError} with esbuild's messages
 */
export async function runEsbuild(name, options) {
  // Imported here because this module is loaded before the npm packages are installed.
  const esbuild = await import('esbuild');
  const settings = { charset: 'utf8', ...options, bundle: true, logLevel: 'silent', absWorkingDir: ROOT };
  return await esbuild.build(settings).catch(async ({ message, errors }) => {
    const lines =
      errors && (await esbuild.formatMessages(errors, { kind: 'error', color: process.stdout.isTTY }));
    throw new ExplainedError(`${name} does not build:\n${lines?.join('') ?? message}`);
  });
}
