/**
 * `VELOCITY_JAR=… npm run e2e`: tests the plugin's jar in a real Velocity, with real Minecraft clients of
 * many versions and real Minecraft servers behind the proxy, all on loopback. Prints a table. Exit code 0 if
 * nothing failed or no Velocity is given, 1 otherwise, 2 for wrong usage.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildAll } from '../assemble/build.mjs';
import { fromRoot } from '../files/paths.mjs';
import { setUp } from '../set-up/setup.mjs';
import { javaForVelocity } from '../start/proxies.mjs';
import { parseStartSettings } from '../start/start-settings.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';

const HELP = `VELOCITY_JAR=/path/to/velocity.jar npm run e2e

Starts that Velocity with the plugin's jar, a separate Redis, and servers behind the proxy, in a temporary folder and only on loopback.
Minecraft clients of many versions join and send requests. Prints the results.`;
const SKIPPED = `skipped: no Velocity is given. Download one, and set its path:

  VELOCITY_JAR=/path/to/velocity.jar npm run e2e`;
const OTHER_PLUGIN = 'docs/examples/api-plugin';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

async function run() {
  const parsed = parseStartSettings({ VELOCITY_JAR: process.env['VELOCITY_JAR'] });
  if (!parsed.ok) throw new ExplainedError(parsed.problem);
  if (parsed.settings.velocityJar === undefined) console.log(SKIPPED);
  else await runAgainst(parsed.settings.velocityJar);
}

async function runAgainst(velocityJar) {
  const java = javaForVelocity(velocityJar);
  const progress = createProgress();
  const env = await setUp(progress, { minecraft: true });
  const { jar } = await buildAll(progress, env);
  // Imported only now, as they need packages that set-up may have had to install.
  const otherJar = await progress.step('another plugin', () => buildOtherPlugin(env, jar));
  const { createPrograms } = await import('./e2e/programs.mjs');
  const { startProxyUnderTest } = await import('./e2e/proxy-under-test.mjs');
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-e2e-'));
  const programs = createPrograms();
  const how = {
    directory,
    velocityJar,
    java,
    pluginJar: jar,
    otherJar,
    redisServer: env['FC_REDIS_SERVER'],
    env,
  };
  async function checkAndReport() {
    const proxy = await progress.step('Velocity', () => startProxyUnderTest(programs, how));
    const rows = await checkAll(progress, proxy);
    await progress.step('stop', () => programs.end());
    await report(progress, proxy, rows);
  }
  try {
    await Promise.race([interruption(), checkAndReport()]);
  } finally {
    await programs.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Builds the example of the Java API. @returns the path of its jar */
async function buildOtherPlugin(env, jar) {
  const args = [fromRoot('tools', 'development-proxy', 'build.mjs'), fromRoot(OTHER_PLUGIN), jar];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout).pluginJar;
}

/** Rejects on a signal from the user or from a parent process. */
function interruption() {
  return new Promise((_resolve, reject) => {
    for (const signal of SIGNALS) process.once(signal, () => reject(new ExplainedError('interrupted')));
  });
}

async function checkAll(progress, proxy) {
  const { checkVersion, chooseVersions } = await import('./e2e/run-checks.mjs');
  const rows = [];
  const count = ({ results }) => `${results.filter(({ outcome }) => outcome === 'ok').length} ok`;
  const isGood = ({ results }) => results.every(({ outcome }) => outcome !== 'failed');
  for (const version of await chooseVersions(proxy))
    rows.push(await progress.step(`Minecraft ${version}`, () => checkVersion(proxy, version), count, isGood));
  return rows;
}

async function report(progress, { log }, rows) {
  const { describeResults } = await import('./e2e/describe-results.mjs');
  const { findProblems } = await import('./e2e/log-problems.mjs');
  progress.print(`\n${describeResults(rows)}\n`);
  const problems = findProblems(log);
  const failed = rows.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'failed');
  if (problems.length > 0) progress.print(`in the proxy's log:\n  ${problems.join('\n  ')}\n`);
  progress.print(failed.length + problems.length === 0 ? 'no problems' : `failed: ${failed.length} checks`);
  process.exitCode = failed.length + problems.length === 0 ? 0 : 1;
}

await runTool({ help: HELP, run });
// Handles that are still open, such as a socket of a client, must not delay the exit.
process.exit();
