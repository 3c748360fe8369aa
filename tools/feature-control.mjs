#!/usr/bin/env node
/**
 * `npx feature-control …`: the project's command line, built when its sources have changed. Without
 * `REDIS_URL`, it is about the Redis that `npm start` runs, where that runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { compileValidators } from './compile-validators.mjs';
import { bundleCommandLine, COMMAND_LINE } from './build-steps/command-line.mjs';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { fromRoot } from './files/paths.mjs';
import { readRunningRecord } from './network/running-record.mjs';

async function main() {
  const [command, ...further] = process.argv.slice(2);
  if (command === 'conformance') {
    // Apart from the bundled program: it needs the Minecraft protocol library, which is not shipped.
    const { runConformance } = await import('./conformance/main.mjs');
    process.exit(await runConformance(further));
  }
  if (existsSync(fromRoot('node_modules', 'esbuild'))) {
    await compileValidators();
    await bundleCommandLine();
  } else if (!existsSync(COMMAND_LINE)) {
    throw new ExplainedError('it is not built yet: npm run build');
  }
  const running = process.env['REDIS_URL'] ? undefined : readRunningRecord();
  const ours = running && { REDIS_URL: running.redisUrl, KEY_PREFIX: running.keyPrefix };
  const args = ['--enable-source-maps', COMMAND_LINE, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...ours }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}

await runMain(main);
