/**
 * `npm test`: sets up what is missing, then runs every check: compiled validators, types, lint, format,
 * build, and all of Jest. What does not need each other runs side by side, for two cores. Ends with the plain
 * line `N passed, N failed`, which counts Jest's tests and the other steps alike. `npm test -- <arguments>`
 * sets up, builds, and hands the arguments to Jest; types, lint and format are left out then.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, buildStandIn } from './build.mjs';
import { compileValidators } from './compile-validators.mjs';
import { startGroup } from './processes/child-group.mjs';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from './files/paths.mjs';
import { createProgress } from './terminal/progress.mjs';
import { runCommand } from './processes/run-command.mjs';
import { provideTestTools } from './set-up/test-tools.mjs';
import { setUp } from './setup.mjs';

const JEST_RESULT = join(DEV_DIRECTORY, 'jest-result.json');

async function main() {
  const jestArguments = process.argv.slice(2);
  const progress = createProgress();
  const count = { passed: 0, failed: 0 };
  const env = await attempt(count, () => setUp(progress));
  if (env !== undefined) await runChecks({ progress, count, env, jestArguments });
  console.log(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 ? 0 : 1;
}

async function runChecks({ progress, count, env, jestArguments }) {
  const check = (name, program, args) =>
    attempt(count, () => progress.step(name, (note) => runNodeProgram(program, args, { env, note })));
  const isWhole = jestArguments.length === 0;
  if (isWhole) await attempt(count, () => progress.step('validators', compileValidators));
  const read = async () => {
    if (!isWhole) return;
    await check('lint', 'eslint/bin/eslint.js', ['.']);
    await check('format', 'prettier/bin/prettier.cjs', ['--check', '.']);
  };
  // One after the other: the build compiles some of the types too.
  const build = async () => {
    if (isWhole) await check('types', 'typescript/bin/tsc', ['--build']);
    await attempt(count, () => buildAll(progress, env));
    await attempt(count, () => buildStandIn(progress, env));
  };
  const provided = attempt(count, () => provideTestTools(progress));
  const [testTools] = await Promise.all([provided, read(), build()]);
  // Jest runs even when something failed: what does not need it is told all the same.
  const jestEnv = { FC_JAR_MATRIX: 'core', ...env, ...testTools };
  const isGood = ({ failed }) => failed === 0;
  const jest = await progress.step('Jest', () => runJest(jestArguments, jestEnv), describeJest, isGood);
  count.passed += jest.passed;
  count.failed += jest.failed;
}

function describeJest({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** Counts one step, and shows what it said when it failed. */
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
  const { problem, output } = await runCommand(process.execPath, [path, ...args], {
    cwd: ROOT,
    env,
    onLine: note,
  });
  if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
}

/** Jest writes to our own output while it runs. A suite that could not run counts as one failure more. */
async function runJest(jestArguments, env) {
  if (process.stdout.isTTY) console.log('\n');
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  rmSync(JEST_RESULT, { force: true });
  const options = ['--json', `--outputFile=${JEST_RESULT}`, ...jestArguments];
  const { ended } = startGroup(
    process.execPath,
    [fromRoot('node_modules', 'jest', 'bin', 'jest.js'), ...options],
    {
      cwd: ROOT,
      env,
      // Jest tells everything on its standard error; with --json, its standard output repeats the JSON.
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const problem = await ended;
  if (!existsSync(JEST_RESULT)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(JEST_RESULT, 'utf8'));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failed === 0 && problem !== undefined ? 1 : failed };
}

await runMain(main);
