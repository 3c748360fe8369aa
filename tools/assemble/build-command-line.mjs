/**
 * `npm run build:command-line`, also run before `npm pack`: bundles the command line into one file, and
 * builds the console in the browser next to it.
 */
import { bundleCommandLine } from './steps/command-line.mjs';
import { buildConsole } from './steps/console.mjs';
import { compileValidators } from './compile-validators.mjs';
import { runMain } from '../terminal/explained-error.mjs';

await runMain(async () => {
  await compileValidators();
  await bundleCommandLine();
  await buildConsole();
  const { stop } = await import('esbuild');
  await stop();
});
