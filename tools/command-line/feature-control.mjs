#!/usr/bin/env node
/**
 * `feature-control …`: the command line of the project. In the repository it is built if its sources have
 * changed; an installed package contains it. Without `REDIS_URL`, it uses the Redis that `npm start` runs, if
 * any.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMMAND_LINE = new URL('../../admin/build/cli.cjs', import.meta.url);
const PREPARATION = new URL('./prepare.mjs', import.meta.url);
const CONFORMANCE = new URL('../check/conformance/main.mjs', import.meta.url);

const [command, ...further] = process.argv.slice(2);
if (command === 'conformance') await runConformanceCommand();

// The package does not include the preparation.
if (existsSync(PREPARATION)) {
  const { prepareCommandLine } = await import(PREPARATION.href);
  await prepareCommandLine(command === 'serve');
}
process.setSourceMapsEnabled(true);
if (process.exitCode === undefined) createRequire(import.meta.url)(fileURLToPath(COMMAND_LINE));

/** Separate from the command line, as it downloads the library that implements Minecraft's protocol. */
async function runConformanceCommand() {
  const { runConformance } = await import(CONFORMANCE.href);
  process.exit(await runConformance(further));
}
