/**
 * `npm run build`: builds the compiled validators, the sidecar's bundle with its API page, the REST client,
 * the plugin's script, the plugin's jars that contain that script, and the library for mods. A step whose
 * inputs did not change is skipped.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compileValidators } from './compile-validators.mjs';
import { buildApiPage } from './build-steps/api-page.mjs';
import { bundle } from './build-steps/bundle.mjs';
import { buildConsole } from './build-steps/console.mjs';
import { bundleCommandLine } from './build-steps/command-line.mjs';
import { GRAALJS_OPTIONS } from './build-steps/graaljs-options.mjs';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { isMain } from './processes/is-main.mjs';
import { withLock } from './processes/lock.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from './files/paths.mjs';
import { createProgress } from './terminal/progress.mjs';
import { LANGUAGE_FILES, writeLanguageFiles } from './build-steps/language-files.mjs';
import { buildRestClient, REST_CLIENT } from './build-steps/rest-client.mjs';
import { runCommand } from './processes/run-command.mjs';
import { filesBelow, runUnlessUpToDate } from './build-steps/up-to-date.mjs';
import { MOD_NOTICES, NOTICES, writeBillsOfMaterials } from './sbom.mjs';
import { setUp } from './setup.mjs';

/**
 * Folders of the full jar, which contains all its libraries, and of the slim jar, which downloads most of
 * them. Each folder contains exactly one jar.
 */
const JAR_FOLDERS = ['libs', 'slim'].map((name) => fromRoot('plugin', 'build', name));
const SCRIPT = fromRoot('plugin', 'build', 'script', 'plugin.js');
const SIDECAR = fromRoot('rest-sidecar', 'build', 'sidecar.cjs');
/** No daemon: it would keep running for hours. */
const GRADLE_OPTIONS = ['--no-daemon', '--console=plain'];
const GRADLE_ARGUMENTS = [...GRADLE_OPTIONS, ':jar', ':slimJar'];
const MOD_SDK = fromRoot('mod-sdk');
const MOD_SDK_ARGUMENTS = [...GRADLE_OPTIONS, ':mod-sdk:artifacts'];
/** Inputs of the jar outside `plugin/`. */
const JAR_FILES = ['build.gradle', 'settings.gradle', 'gradle.properties', 'package.json', 'LICENSE'];
/** Entries of `plugin/` that are not inputs of the jar; the script's sources are included as SCRIPT. */
const NOT_IN_JAR = new Set(['build', 'src', 'types', 'tsconfig.json']);

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
 * @param {import('./terminal/progress.mjs').Progress} progress
 * @param {NodeJS.ProcessEnv} env from `setUp`
 * @returns {Promise<{ jar: string, slimJar: string, sidecar: string }>} absolute paths
 * @throws {ExplainedError} with the compiler's output
 */
export async function buildAll(progress, env) {
  const reportWait = (pid) => progress.print(`  … waiting for the build of process ${pid}`);
  return await withLock(join(DEV_DIRECTORY, 'build.lock'), () => runSteps(progress, env), reportWait);
}

async function runSteps(progress, env) {
  const steps = {
    validators: compileValidators,
    sidecar: () => bundle('sidecar', SIDECAR_OPTIONS),
    'REST client': buildRestClient,
    'API page': () => buildApiPage(REST_CLIENT),
    console: buildConsole,
    'command line': bundleCommandLine,
    'plugin script': () => bundle('plugin-script', SCRIPT_OPTIONS),
    'language files': writeLanguageFiles,
    'bills of materials': writeBillsOfMaterials,
    'plugin jars': (note) => buildJars(env, note),
    'mod SDK': (note) => buildModSdk(env, note),
  };
  for (const [name, work] of Object.entries(steps)) await progress.step(name, work, (state) => state);
  // The service of esbuild would keep running as long as this process.
  const { stop } = await import('esbuild');
  await stop();
  const [jar, slimJar] = builtJars();
  return { jar, slimJar, sidecar: SIDECAR };
}

/**
 * Builds the stand-in for Velocity, which the tests and the development proxy need. Its own build program
 * skips what is up to date.
 * @param {import('./terminal/progress.mjs').Progress} progress
 * @param {NodeJS.ProcessEnv} env from `setUp`
 * @throws {ExplainedError} with the compiler's output
 */
export async function buildStandIn(progress, env) {
  await progress.step('stand-in for Velocity', async (note) => {
    const program = fromRoot('tools', 'development-proxy', 'build.mjs');
    const { problem, output } = await runCommand(process.execPath, [program], {
      cwd: ROOT,
      env,
      onLine: note,
    });
    if (problem !== undefined) throw new ExplainedError(output.trim() || problem);
  });
}

async function buildJars(env, note) {
  const folders = readdirSync(fromRoot('plugin')).filter((name) => !NOT_IN_JAR.has(name));
  const inputs = () => [
    SCRIPT,
    ...filesBelow(NOTICES),
    ...filesBelow(LANGUAGE_FILES),
    ...JAR_FILES.map((name) => fromRoot(name)),
    ...folders.flatMap((name) => filesBelow(fromRoot('plugin', name))),
  ];
  // Several jars, or none, count as a missing output.
  const outputs = JAR_FOLDERS.map((folder) => onlyJarIn(folder) ?? join(folder, 'one.jar'));
  const run = async () => {
    // A jar of an earlier version would remain next to the new one.
    for (const folder of JAR_FOLDERS) rmSync(folder, { recursive: true, force: true });
    await runGradle(GRADLE_ARGUMENTS, env, note);
  };
  return await runUnlessUpToDate({
    name: 'plugin-jar',
    recipe: recipeOf(env, GRADLE_ARGUMENTS),
    outputs,
    inputs,
    run,
  });
}

/** Builds the library for mods, with its sources, Javadoc and POM; see mod-sdk/build.gradle. */
async function buildModSdk(env, note) {
  const folders = readdirSync(MOD_SDK).filter((name) => name !== 'build');
  const libraries = join(MOD_SDK, 'build', 'libs');
  return await runUnlessUpToDate({
    name: 'mod-sdk',
    recipe: recipeOf(env, MOD_SDK_ARGUMENTS),
    outputs: [join(libraries, `feature-control-mod-${readVersion()}.pom`)],
    inputs: () => [
      ...['settings.gradle', 'gradle.properties', 'package.json', 'LICENSE'].map((name) => fromRoot(name)),
      ...folders.flatMap((name) => filesBelow(join(MOD_SDK, name))),
      ...filesBelow(MOD_NOTICES),
    ],
    run: async () => {
      rmSync(libraries, { recursive: true, force: true });
      await runGradle(MOD_SDK_ARGUMENTS, env, note);
    },
  });
}

function readVersion() {
  return JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version;
}

function recipeOf(env, args) {
  return { java: env['JAVA_HOME'], gradle: env['FC_GRADLE'], arguments: args };
}

async function runGradle(args, env, note) {
  const { problem, output } = await runCommand(env['FC_GRADLE'], args, { cwd: ROOT, env, onLine: note });
  if (problem !== undefined) throw new ExplainedError(`gradle ${problem}:\n${output.trim()}`);
}

/** @returns {string[]} the full jar and the slim one */
function builtJars() {
  return JAR_FOLDERS.map((folder) => {
    const jar = onlyJarIn(folder);
    if (jar === undefined) throw new ExplainedError(`${folder} must contain exactly one jar, and does not`);
    return jar;
  });
}

/** @returns {string | undefined} undefined if there are none or several */
function onlyJarIn(folder) {
  const jars = filesBelow(folder).filter((path) => path.endsWith('.jar'));
  return jars.length === 1 ? jars[0] : undefined;
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    const progress = createProgress();
    const { jar, slimJar, sidecar } = await buildAll(progress, await setUp(progress, { redis: false }));
    progress.print([jar, slimJar, sidecar].join('\n'));
  });
}
