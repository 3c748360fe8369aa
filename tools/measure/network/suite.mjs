import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildAll, buildStandIn } from '../../assemble/build.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../../files/paths.mjs';
import { startProgram } from '../../processes/program.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { quantile } from '../quantile.mjs';

const SUITE = 'test/network/several-machines';
/** The suite writes its figures to this file. */
const REPORT = join(DEV_DIRECTORY, 'network-report.json');
const VISIBLE_MS = 100;

/**
 * Measures the time in which an edit reaches three proxies and two sidecars, by the test for it.
 * @type {import('../bench.mjs').Suite}
 */
export async function run({ progress, env }) {
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  const tookMs = await measureBySuite(env);
  const name = `until three proxies and two sidecars show an edit, of ${tookMs.length}`;
  return [
    { name: `${name}, p50`, value: quantile(tookMs, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: quantile(tookMs, 0.99), unit: 'ms', target: { atMost: VISIBLE_MS } },
  ];
}

/**
 * @returns {Promise<number[]>}
 * @throws {ExplainedError} if the suite fails
 */
async function measureBySuite(env) {
  mkdirSync(dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  const { ended } = startProgram({
    command: process.execPath,
    args: [fromRoot('node_modules', 'jest', 'bin', 'jest.js'), SUITE],
    cwd: ROOT,
    env: { ...env, FC_NETWORK_REPORT: REPORT },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const problem = await ended;
  if (problem !== undefined) throw new ExplainedError(`${SUITE} ${problem}`);
  return JSON.parse(readFileSync(REPORT, 'utf8'));
}
