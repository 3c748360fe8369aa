#!/usr/bin/env node
/**
 * `npx feature-control …`: the command line of the project. In the repository it is built when its sources
 * have changed; in an installed package it is there. Without `REDIS_URL`, it is about the Redis that
 * `npm start` runs, where that runs.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMMAND_LINE = new URL('../rest-sidecar/build/cli.cjs', import.meta.url);
const PREPARATION = new URL('./command-line/prepare.mjs', import.meta.url);
const CONFORMANCE = new URL('./conformance/main.mjs', import.meta.url);

const [command, ...further] = process.argv.slice(2);
if (command === 'conformance') await judge();

// What prepares it is no part of the package.
if (existsSync(PREPARATION)) {
  const { prepareCommandLine } = await import(PREPARATION.href);
  await prepareCommandLine();
}
process.setSourceMapsEnabled(true);
if (process.exitCode === undefined) createRequire(import.meta.url)(fileURLToPath(COMMAND_LINE));

/** Apart from the command line: it fetches the library that speaks Minecraft's protocol. */
async function judge() {
  const { runConformance } = await import(CONFORMANCE.href);
  process.exit(await runConformance(further));
}
