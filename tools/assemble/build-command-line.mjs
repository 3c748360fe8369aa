/**
 * `npm run build:command-line`, also run before `npm pack`: bundles the command line into one file, which is
 * the whole package except for its documents.
 */
import { bundleCommandLine } from './steps/command-line.mjs';
import { compileValidators } from './compile-validators.mjs';
import { runMain } from '../terminal/explained-error.mjs';

await runMain(async () => {
  await compileValidators();
  await bundleCommandLine();
  const { stop } = await import('esbuild');
  await stop();
});
