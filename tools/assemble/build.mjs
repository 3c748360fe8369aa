/**
 * `npm run build`: builds the compiled validators, the sidecar's bundle with its API page, the REST client,
 * the plugin's script, the plugin's jars that contain that script, and the Maven repository: the library for
 * mods, and the plugin's API. A step whose inputs did not change is skipped.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../files/paths.mjs';
import { isMain } from '../processes/is-main.mjs';
import { withLock } from '../processes/lock.mjs';
import { runProgram } from '../processes/program.mjs';
import { setUp, setUpPackages } from '../set-up/setup.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { compileValidators } from './compile-validators.mjs';
import { MOD_NOTICES, NOTICES, writeJavaNotices, writeNodeNotices } from './sbom.mjs';
import { buildApiPage } from './steps/api-page.mjs';
import { bundle } from './steps/bundle.mjs';
import { bundleCommandLine, COMMAND_LINE } from './steps/command-line.mjs';
import { buildConsole } from './steps/console.mjs';
import { GRAALJS_OPTIONS } from './steps/graaljs-options.mjs';
import { LANGUAGE_FILES, writeLanguageFiles } from './steps/language-files.mjs';
import { buildRestClient, REST_CLIENT } from './steps/rest-client.mjs';
import { runUnlessUpToDate } from './steps/up-to-date.mjs';

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
/**
 * The full jar, which contains all its libraries; the slim jar, which downloads most of them; and the Maven
 * repository.
 */
const OUTPUTS = {
  jar: fromRoot('plugin', 'build', 'libs', `feature-control-${version}.jar`),
  slimJar: fromRoot('plugin', 'build', 'slim', `feature-control-${version}-slim.jar`),
  maven: fromRoot('mod-sdk', 'build', 'libs', `feature-control-maven-${version}.zip`),
};
const SCRIPT = fromRoot('plugin', 'build', 'script', 'plugin.js');
const SIDECAR = fromRoot('rest-sidecar', 'build', 'sidecar.cjs');
/** No daemon: it would keep running for hours. */
const GRADLE_ARGUMENTS = ['--no-daemon', '--console=plain', ':jar', ':slimJar', ':mod-sdk:artifacts'];
/** Inputs of Gradle outside `plugin/` and `mod-sdk/`. */
const GRADLE_FILES = ['build.gradle', 'settings.gradle', 'gradle.properties', 'LICENSE'];
/** Entries of `plugin/` and `mod-sdk/` that are not inputs; the script's sources are included as SCRIPT. */
const NOT_IN_JARS = new Set(['build', 'src', 'tsconfig.json']);

/** Bundles the sidecar into one file, which runs without `node_modules`. */
const SIDECAR_OPTIONS = {
  entryPoints: [fromRoot('rest-sidecar', 'src', 'main.ts')],
  outfile: SIDECAR,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
};
const SCRIPT_OPTIONS = {
  ...GRAALJS_OPTIONS,
  entryPoints: [fromRoot('plugin', 'src', 'main.ts')],
  outfile: SCRIPT,
};

/**
 * Builds everything.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {NodeJS.ProcessEnv} env from `setUp`
 * @returns {Promise<{ jar: string, slimJar: string, maven: string, sidecar: string, commandLine: string }>}
 * absolute paths
 * @throws {ExplainedError} with the compiler's output
 */
export async function buildAll(progress, env) {
  return await withBuildLock(progress, () => runSteps(progress, env));
}

async function withBuildLock(progress, work) {
  const reportWait = (pid) => progress.print(`  … waiting for the build of process ${pid}`);
  return await withLock(join(DEV_DIRECTORY, 'build.lock'), work, reportWait);
}

const NODE_PROGRAMS = {
  validators: compileValidators,
  sidecar: () => bundle('sidecar', ['node', 'rest-sidecar/src'], SIDECAR_OPTIONS),
  'REST client': buildRestClient,
  'API page': () => buildApiPage(REST_CLIENT),
  console: buildConsole,
  'command line': bundleCommandLine,
  'bills of materials': writeNodeNotices,
};

async function runSteps(progress, env) {
  await runEach(progress, {
    ...NODE_PROGRAMS,
    'plugin script': () => bundle('plugin-script', ['plugin/src'], SCRIPT_OPTIONS),
    'language files': writeLanguageFiles,
    'bills of the jars': writeJavaNotices,
    jars: (note) => buildJars(env, note),
  });
  return { ...OUTPUTS, sidecar: SIDECAR, commandLine: COMMAND_LINE };
}

async function runEach(progress, steps) {
  for (const [name, work] of Object.entries(steps)) await progress.step(name, work, (state) => state);
  // The service of esbuild would keep running as long as this process.
  const { stop } = await import('esbuild');
  await stop();
}

/**
 * Builds the stand-in for Velocity, which the tests and the development proxy need. Its own build program
 * skips what is up to date.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {NodeJS.ProcessEnv} env from `setUp`
 * @throws {ExplainedError} with the compiler's output
 */
export async function buildStandIn(progress, env) {
  await progress.step('stand-in for Velocity', async (note) => {
    const program = fromRoot('tools', 'development-proxy', 'build.mjs');
    const { problem, output } = await runProgram(process.execPath, [program], {
      cwd: ROOT,
      env,
      onLine: note,
    });
    if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
  });
}

/** Builds the plugin's jars, and the Maven repository with sources, Javadoc and POMs. */
async function buildJars(env, note) {
  const folders = ['plugin', 'mod-sdk'].flatMap(inputsIn);
  return await runUnlessUpToDate({
    name: 'jars',
    inputs: [
      SCRIPT,
      NOTICES,
      LANGUAGE_FILES,
      MOD_NOTICES,
      ...folders,
      ...GRADLE_FILES.map((name) => fromRoot(name)),
    ],
    environment: { java: env['JAVA_HOME'], gradle: env['FC_GRADLE'] },
    outputs: Object.values(OUTPUTS),
    run: () => runGradle(env, note),
  });
}

function inputsIn(folder) {
  const names = readdirSync(fromRoot(folder)).filter((name) => !NOT_IN_JARS.has(name));
  return names.map((name) => fromRoot(folder, name));
}

async function runGradle(env, note) {
  // A jar of an earlier version would remain next to the new one.
  for (const path of Object.values(OUTPUTS)) rmSync(dirname(path), { recursive: true, force: true });
  const options = { cwd: ROOT, env, onLine: note };
  const { problem, output } = await runProgram(env['FC_GRADLE'], GRADLE_ARGUMENTS, options);
  if (problem !== undefined) throw new ExplainedError(`gradle ${problem}:\n${output.trim()}`);
}

/** Builds what needs Node and npm only: for `npm pack`, and for the container image. */
async function buildNodePrograms(progress) {
  await setUpPackages(progress);
  await withBuildLock(progress, () => runEach(progress, NODE_PROGRAMS));
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    const progress = createProgress();
    if (process.argv.includes('--node-programs')) return await buildNodePrograms(progress);
    const { jar, slimJar, sidecar } = await buildAll(progress, await setUp(progress, { redis: false }));
    progress.print([jar, slimJar, sidecar].join('\n'));
  });
}
