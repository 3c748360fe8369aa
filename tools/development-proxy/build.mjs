/**
 * Builds the Java half of the stand-in: downloads its libraries once (Gradle), and compiles changed sources
 * (javac). As a program it prints the results as JSON:
 * `node tools/development-proxy/build.mjs [folder of a plugin [jar to compile it against …]]`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesBelow } from '../files/files-below.mjs';
import { isMain } from '../processes/is-main.mjs';
import { FAST_STARTUP_JVM_OPTIONS } from '../processes/jvm-options.mjs';
import { checkLibraries } from './check-libraries.mjs';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = join(HERE, 'build');
const LIBRARIES = join(BUILD, 'libraries');
const CHECKSUMS = join(HERE, 'libraries.sha256');
const DECLARATIONS = join(HERE, '..', '..', 'plugin', 'java', 'velocity-api');
const SOURCES = join(HERE, 'java');
/** The sets of libraries in build.gradle, with the Java release that each needs. */
const JAVA_RELEASES = { oldest: '17', newest: '21' };
/** Listed one by one, as new warnings of a newer compiler must not fail the build. */
const LINT = '-Xlint:cast,deprecation,fallthrough,rawtypes,static,try,unchecked,varargs';
const OUTDATED_AFTER_MS = 86_400_000;

/**
 * The libraries that Velocity provides to its plugins: those of the oldest supported version, or of the
 * newest, which need the JDK that `FC_NEWEST_JAVA_HOME` names.
 * @typedef {'oldest' | 'newest'} HostLibraries
 */

/**
 * @param {HostLibraries} [host]
 * @returns {Promise<string>} the class path of the stand-in's JVM
 * @throws {Error} with the compiler's output, or the name of an unexpected library
 */
export async function buildStandIn(host = 'oldest') {
  await fetchLibraries();
  const libraries = join(LIBRARIES, host, '*');
  const options = { host, resources: SOURCES, classPath: libraries };
  // Packed as a jar, as class-data sharing does not support folders.
  const classes = await pack(await compile('classes', hostSources(), options));
  return [classes, libraries].join(delimiter);
}

/**
 * @param {string} folder the sources of a plugin for the stand-in
 * @param {{ host?: HostLibraries, against?: readonly string[] }} [options] `against`: the paths of other
 * jars to compile it against
 * @returns {Promise<string>} the path of its jar
 * @throws {Error} with the compiler's output
 */
export async function buildPlugin(folder, { host = 'oldest', against = [] } = {}) {
  const options = { host, resources: folder, classPath: await buildStandIn(host), against };
  return await pack(await compile('plugin', filesIn(folder, '.java'), options));
}

/** The stand-in's full classes replace the declarations of the same name. */
function hostSources() {
  const own = filesIn(SOURCES, '.java');
  const names = new Set(own.map((file) => relative(SOURCES, file)));
  const declared = filesIn(DECLARATIONS, '.java').filter((file) => !names.has(relative(DECLARATIONS, file)));
  return [...own, ...declared];
}

async function fetchLibraries() {
  const expected = readFileSync(CHECKSUMS, 'utf8');
  const record = join(BUILD, 'libraries.checked');
  if (existsSync(record) && readFileSync(record, 'utf8') === expected) return;
  const gradle = process.env.FC_GRADLE || 'gradle';
  await run(gradle, ['--no-daemon', '-q', '-p', HERE, 'libraries'], { cwd: HERE });
  checkLibraries(LIBRARIES, expected);
  writeFileSync(record, expected);
}

/**
 * Compiles into a separate folder for each state of the sources, so that parallel runs never see partial
 * results.
 */
async function compile(name, sources, { host, resources, classPath, against = [] }) {
  const others = filesIn(resources, '').filter((file) => !file.endsWith('.java'));
  const files = [...sources, ...others, ...against];
  const inputs = files.flatMap((file) => [relative(HERE, file), readFileSync(file)]);
  const target = join(BUILD, `${name}-${hashOf([classPath, ...inputs]).slice(0, 16)}`);
  if (existsSync(target)) return target;
  mkdirSync(BUILD, { recursive: true });
  const unfinished = mkdtempSync(join(BUILD, 'unfinished-'));
  try {
    const path = [classPath, ...against].join(delimiter);
    const options = ['--release', JAVA_RELEASES[host], '-encoding', 'UTF-8', '-proc:none', LINT, '-Werror'];
    const javaHome = process.env[host === 'newest' ? 'FC_NEWEST_JAVA_HOME' : 'JAVA_HOME'];
    await runJavaTool('javac', [...options, '-d', unfinished, '-cp', path, ...sources], javaHome);
    for (const file of others) {
      const copy = join(unfinished, relative(resources, file));
      mkdirSync(join(copy, '..'), { recursive: true });
      writeFileSync(copy, readFileSync(file));
    }
    renameUnlessPresent(unfinished, target);
    removeOutdated(name);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

async function pack(classes) {
  const jar = `${classes}.jar`;
  if (existsSync(jar)) return jar;
  const unfinished = mkdtempSync(join(BUILD, 'unfinished-'));
  try {
    await runJavaTool('jar', ['--create', '--file', join(unfinished, 'a.jar'), '-C', classes, '.']);
    renameSync(join(unfinished, 'a.jar'), jar);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return jar;
}

function renameUnlessPresent(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Removes outdated folders. A recent one may still be used by a run that started earlier. */
function removeOutdated(name) {
  const builds = readdirSync(BUILD).filter((entry) => entry.startsWith(`${name}-`));
  for (const path of builds.map((entry) => join(BUILD, entry))) {
    if (Date.now() - statSync(path).mtimeMs > OUTDATED_AFTER_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

async function runJavaTool(name, args, javaHome = process.env.JAVA_HOME) {
  const program = javaHome ? join(javaHome, 'bin', name) : name;
  await run(program, [...FAST_STARTUP_JVM_OPTIONS.map((option) => `-J${option}`), ...args]);
}

function filesIn(directory, ending) {
  return filesBelow(directory).filter((path) => path.endsWith(ending));
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

async function main() {
  try {
    const classPath = await buildStandIn();
    const [folder, ...against] = process.argv.slice(2);
    const pluginJar = folder && (await buildPlugin(folder, { against }));
    process.stdout.write(`${JSON.stringify({ classPath, pluginJar })}\n`);
  } catch (error) {
    console.error(error.stderr || error.message);
    process.exitCode = 1;
  }
}

// Without `await` at the top level, with which Jest cannot import this module.
if (isMain(import.meta.url)) void main();
