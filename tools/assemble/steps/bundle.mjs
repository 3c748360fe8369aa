import { resolve } from 'node:path';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { ROOT } from '../../files/paths.mjs';
import { runUnlessUpToDate } from './up-to-date.mjs';

/**
 * Bundles a program into one file unless it is up to date, by default with a source map.
 * @param {string} name of the step
 * @param {import('esbuild').BuildOptions & { outfile: string }} options
 * @returns {Promise<'up to date' | 'built'>}
 * @throws {ExplainedError} with esbuild's messages
 */
export async function bundle(name, options) {
  // Imported here because this module is loaded before the npm packages are installed.
  const esbuild = await import('esbuild');
  const settings = {
    sourcemap: true,
    ...options,
    bundle: true,
    metafile: true,
    charset: 'utf8',
    logLevel: 'silent',
  };
  async function run() {
    const result = await esbuild
      .build({ ...settings, absWorkingDir: ROOT })
      .catch(async ({ message, errors }) => {
        const lines =
          errors && (await esbuild.formatMessages(errors, { kind: 'error', color: process.stdout.isTTY }));
        throw new ExplainedError(`${name} does not build:\n${lines?.join('') ?? message}`);
      });
    return Object.keys(result.metafile.inputs).map((input) => resolve(ROOT, input));
  }
  const recipe = { settings, esbuild: esbuild.version };
  return await runUnlessUpToDate({ name, recipe, outputs: [options.outfile], inputs: () => [], run });
}
