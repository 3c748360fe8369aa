/**
 * `npm run build:command-line`, and before `npm pack`: the command line as one file, which is all of the
 * package but its documents.
 */
import { bundleCommandLine } from './build-steps/command-line.mjs';
import { compileValidators } from './compile-validators.mjs';
import { runMain } from './terminal/explained-error.mjs';

await runMain(async () => {
  await compileValidators();
  await bundleCommandLine();
  const { stop } = await import('esbuild');
  await stop();
});
