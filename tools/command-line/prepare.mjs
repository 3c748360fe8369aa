import { existsSync } from 'node:fs';
import { compileValidators } from '../assemble/compile-validators.mjs';
import { bundleCommandLine, COMMAND_LINE } from '../assemble/steps/command-line.mjs';
import { buildConsole } from '../assemble/steps/console.mjs';
import { fromRoot } from '../files/paths.mjs';
import { readRunningRecord } from '../start/running-record.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';

/**
 * Builds the command line if its sources have changed. Unless `REDIS_URL` is set, sets it to the Redis that
 * `npm start` runs, and `KEY_PREFIX` to its prefix unless that is set. On failure, prints one line with the
 * reason and sets the exit code.
 * @param {boolean} withConsole whether the console in the browser is built, too
 */
export async function prepareCommandLine(withConsole) {
  await runMain(async () => {
    await buildCommandLine(withConsole);
    const running = process.env['REDIS_URL'] ? undefined : readRunningRecord();
    if (running === undefined) return;
    process.env['REDIS_URL'] = running.redisUrl;
    process.env['KEY_PREFIX'] ||= running.keyPrefix;
  });
}

async function buildCommandLine(withConsole) {
  if (existsSync(fromRoot('node_modules', 'esbuild'))) {
    await compileValidators();
    await bundleCommandLine();
    if (withConsole) await buildConsole();
    // The service of esbuild would keep this process alive.
    const { stop } = await import('esbuild');
    await stop();
  } else if (!existsSync(COMMAND_LINE)) {
    throw new ExplainedError('the command line is not built yet: npm run build');
  }
}
