/**
 * `npm test`: sets up what is missing, then runs every check of a change: compiled validators, build, types,
 * lint, format, and Jest. Independent steps run in parallel, for two cores. Ends with the plain line
 * `N passed, N failed`, which counts Jest's tests and the other steps alike.
 *
 * - `npm test -- --changed`: the same, but only those quick suites that import a file that is not committed.
 * - `npm test -- <arguments>`: sets up, builds, and passes the arguments to Jest.
 * - `npm run test:release`: sets up, builds, and runs the suites that `npm test` leaves out.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildAll, buildStandIn } from '../assemble/build.mjs';
import { compileValidators } from '../assemble/compile-validators.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../files/paths.mjs';
import { runProgram, startProgram } from '../processes/program.mjs';
import { setUp } from '../set-up/setup.mjs';
import { provideTestTools } from '../set-up/test-tools.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';

/**
 * Patterns of the suites that put programs under load, or build and start everything. One runs at a time:
 * with several, the programs would miss their deadlines.
 */
const HEAVY = 'test/(?:attack/|deploy/|e2e/|faults/matrix/|fuzz/|network/|release/|jar/hostile-players)';
/** Patterns of the suites that mostly wait, or are short. */
const LIGHT_FOLDERS = [
  'shared',
  'plugin',
  'mod-sdk',
  'node',
  'rest-sidecar',
  'admin/cli',
  'admin/server',
  'conformance',
  'tools',
];
const LIGHT_SUITES = ['jar/redis-ports', '[^/]+'];
const LIGHT = `test/(?:(?:${LIGHT_FOLDERS.join('|')})/|(?:${LIGHT_SUITES.join('|')})[.]test)`;
const CORE_COUNT_WORKERS = [`^(?!(?:.*/)?(?:${HEAVY}|${LIGHT}))`];
const ONE_WORKER = [`^(?:.*/)?${HEAVY}`, '--maxWorkers=1'];
const THREE_WORKERS = [`^(?:.*/)?${LIGHT}`, '--maxWorkers=3'];
/**
 * What each tier, the `FC_TIER` of jest.config.mjs, runs: the arguments of the runs of Jest, which run in
 * parallel; whether the sources are checked; and whether the tools of a release are needed.
 */
const TIERS = {
  test: { runs: [ONE_WORKER, CORE_COUNT_WORKERS, THREE_WORKERS], checksSources: true, forRelease: false },
  changed: { runs: [['--onlyChanged', '--passWithNoTests']], checksSources: true, forRelease: false },
  release: { runs: [ONE_WORKER, CORE_COUNT_WORKERS, THREE_WORKERS], checksSources: false, forRelease: true },
};
/** Time that Jest may take to exit after its last test, in milliseconds. */
const END_MS = 30_000;

async function main() {
  const tier = tierOf(process.argv.slice(2));
  const progress = createProgress();
  const count = { passed: 0, failed: 0 };
  const env = await attempt(count, () => setUp(progress, { minecraft: tier.forRelease }));
  if (env !== undefined) await runChecks({ progress, count, env, tier });
  console.log(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 ? 0 : 1;
}

function tierOf(jestArguments) {
  const [first] = jestArguments;
  if (first === undefined) return { ...TIERS.test, name: 'test' };
  if (first === '--changed') return { ...TIERS.changed, name: 'changed' };
  if (first === '--release') return { ...TIERS.release, name: 'release' };
  return { runs: [jestArguments], checksSources: false, forRelease: true };
}

async function runChecks({ progress, count, env, tier }) {
  const { checksSources, forRelease, name, runs } = tier;
  const check = (title, program, args) =>
    attempt(count, () => progress.step(title, (note) => runNodeProgram(program, args, { env, note })));
  const checkFormat = async (note) => {
    await runNodeProgram('oxfmt/bin/oxfmt', ['--check', '.'], { env, note });
    // oxfmt does not format Java.
    const java = ['--check', '--log-level=warn', '**/*.java'];
    await runNodeProgram('prettier/bin/prettier.cjs', java, { env, note });
  };
  if (checksSources) await attempt(count, () => progress.step('validators', compileValidators));
  const build = async () => {
    const standIn = attempt(count, () => buildStandIn(progress, env));
    const built = await attempt(count, () => buildAll(progress, env));
    await standIn;
    return built && (await attempt(count, () => cacheJarStart(progress, built.jar, env)));
  };
  const provided = attempt(count, () => provideTestTools(progress, { forRelease }));
  const built = build();
  // Beside the build, which rarely uses two cores, and beside Jest, which often waits.
  const checkSources = async () => {
    if (!checksSources) return;
    await check('lint', 'oxlint/bin/oxlint', ['.']);
    await attempt(count, () => progress.step('format', checkFormat));
    // The build compiles some of the types too.
    await built;
    // Each further checker of a project would check again what its files share.
    await check('types', 'typescript-7/bin/tsc', ['--build', '--checkers', '1']);
  };
  const sourcesChecked = checkSources();
  const [testTools, cacheEnv] = await Promise.all([provided, built]);
  // Jest runs even if a step failed, so that tests that do not depend on it are still reported.
  const jestEnv = { ...env, ...testTools, ...cacheEnv, ...(name && { FC_TIER: name }) };
  const isGood = ({ failed }) => failed === 0;
  const runAll = async () => {
    if (process.stdout.isTTY) console.log('\n');
    return sum(await Promise.all(runs.map((args, index) => runJest(args, jestEnv, index))));
  };
  const jest = await progress.step('Jest', runAll, describeJest, isGood);
  await sourcesChecked;
  count.passed += jest.passed;
  count.failed += jest.failed;
}

/** @returns {Promise<NodeJS.ProcessEnv>} the variables of `cacheStart` */
async function cacheJarStart(progress, jar, env) {
  // Imported only now, as it needs packages that set-up has to install first.
  const { cacheStart } = await import('./start-cache.mjs');
  const cached = await progress.step(
    'start cache',
    () => cacheStart({ jar, env }),
    ({ state }) => state,
  );
  return cached.env;
}

function sum(results) {
  const add = (name) => results.reduce((total, result) => total + result[name], 0);
  return { passed: add('passed'), failed: add('failed') };
}

function describeJest({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** Counts one step, and prints its error if it fails. */
async function attempt(count, work) {
  try {
    const result = await work();
    count.passed += 1;
    return result;
  } catch (error) {
    console.error(error instanceof ExplainedError ? error.message : error);
    count.failed += 1;
    return undefined;
  }
}

async function runNodeProgram(program, args, { env, note }) {
  const path = fromRoot('node_modules', program);
  const { problem, output } = await runProgram(process.execPath, [path, ...args], {
    cwd: ROOT,
    env,
    onLine: note,
  });
  if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
}

/**
 * Runs Jest, which writes to this process's own output. A suite that could not run counts as one more
 * failure.
 * @param {number} index of this run among those in parallel
 */
async function runJest(jestArguments, env, index) {
  // With the id of this process, so that two `npm test` in one clone do not read each other's results.
  const resultFile = join(DEV_DIRECTORY, `jest-result-${process.pid}-${index}.json`);
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  rmSync(resultFile, { force: true });
  const options = ['--json', `--outputFile=${resultFile}`, ...jestArguments];
  const jest = startProgram({
    command: process.execPath,
    args: [fromRoot('node_modules', 'jest', 'bin', 'jest.js'), ...options],
    cwd: ROOT,
    env,
    // Jest prints everything on its standard error; with --json, its standard output repeats the JSON.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  void endAfterResult(jest, resultFile);
  const problem = await jest.ended;
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(resultFile, 'utf8'));
  rmSync(resultFile);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failed === 0 && problem !== undefined ? 1 : failed };
}

/**
 * Ends a Jest that keeps running after its last test because a suite left a handle open. This counts as a
 * failure.
 */
async function endAfterResult({ ended, stop }, resultFile) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !existsSync(resultFile)) await delay(1000, undefined, { ref: false });
  await Promise.race([ended, delay(END_MS, undefined, { ref: false })]);
  if (isOver) return;
  console.error('Jest does not end, as a suite has left something open: npx jest --detectOpenHandles');
  await stop();
}

await runMain(main);
