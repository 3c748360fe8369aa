/**
 * `npm run setup`: finds what the project needs and installs what is missing: npm packages, a JDK, Gradle, a
 * Redis server. Imports only Node's built-in modules, since this runs before any package is installed.
 */
import { join } from 'node:path';
import { DEV_DIRECTORY, fromRoot } from '../files/paths.mjs';
import { isMain } from '../processes/is-main.mjs';
import { withLock } from '../processes/lock.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { javaEnvironment, provideJavaTools } from './java-and-gradle.mjs';
import { assertNodeVersion } from './node-version.mjs';
import { installPackages, MINECRAFT_FOLDER, packagesAreInstalled } from './npm-packages.mjs';
import { findRedisServer, unpackRedisServer } from './redis-server.mjs';
import { findPackageSource } from './system-packages.mjs';

/**
 * Installs what is missing. Takes well under half a second if nothing is.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ redis?: boolean, minecraft?: boolean }} [needs] `redis`: false if the user provides a Redis;
 * `minecraft`: whether real Minecraft clients are started, or may join
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for every process that the tools start: the variables
 * of `javaEnvironment`, and `FC_REDIS_SERVER`
 * @throws {ExplainedError} if something is missing that cannot be installed
 */
export async function setUp(progress, { redis = true, minecraft = false } = {}) {
  assertNodeVersion(process.versions.node);
  const reportWait = (pid) => progress.print(`  … waiting for the set-up of process ${pid}`);
  const work = () => provideAll(progress, { redis, minecraft });
  return await withLock(join(DEV_DIRECTORY, 'setup.lock'), work, reportWait);
}

/**
 * Installs only the npm packages of the root: enough for the commands that do not need Java, Gradle or Redis.
 * @param {import('../terminal/progress.mjs').Progress} progress
 */
export async function setUpPackages(progress) {
  assertNodeVersion(process.versions.node);
  const reportWait = (pid) => progress.print(`  … waiting for the set-up of process ${pid}`);
  await withLock(join(DEV_DIRECTORY, 'setup.lock'), () => providePackages(progress, '.'), reportWait);
}

async function provideAll(progress, { redis, minecraft }) {
  const programs = providePrograms(progress, { redis });
  // The progress of npm would erase sudo's prompt.
  if (findPackageSource()?.mayPrompt) await programs;
  const folders = minecraft ? ['.', MINECRAFT_FOLDER] : ['.'];
  const packages = folders.map((folder) => providePackages(progress, folder));
  const tasks = [programs, ...packages];
  // Even if one fails, the others finish first, so that no installation is interrupted.
  await Promise.allSettled(tasks);
  const [{ environment, found }] = await Promise.all(tasks);
  progress.report('set up', found.join(', '));
  return environment;
}

/**
 * Provides Java, Gradle and Redis: returns the environment that names them, and their descriptions for the
 * report.
 */
async function providePrograms(progress, { redis }) {
  const java = await provideJavaTools(progress);
  const environment = { ...process.env, ...javaEnvironment(java) };
  const found = [
    `Node ${process.versions.node}`,
    describeJava(java),
    `Gradle ${java.gradle.version.join('.')}`,
  ];
  if (redis) {
    const server = findRedisServer() ?? (await fetchRedisServer(progress, environment));
    environment.FC_REDIS_SERVER = server.path;
    found.push(`Redis ${server.version}`);
  }
  return { environment, found };
}

/**
 * Installs the npm packages of a folder, unless they are installed.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {string} folder relative to the root
 * @throws {ExplainedError} with npm's output
 */
export async function providePackages(progress, folder) {
  if (packagesAreInstalled(fromRoot(folder))) return;
  const name = folder === '.' ? 'npm packages' : `npm packages, ${folder}`;
  await progress.step(name, (note) => installPackages(fromRoot(folder), note));
}

async function fetchRedisServer(progress, env) {
  const work = (onLine) => unpackRedisServer({ env, onLine });
  try {
    return await progress.step('Redis server', work, ({ version }) => `${version}, into .dev/redis`);
  } catch (error) {
    throw new ExplainedError(`no Redis server: ${error.message}, or set REDIS_URL`, { cause: error });
  }
}

function describeJava({ jdk, newest }) {
  return newest.major === jdk.major ? `JDK ${jdk.major}` : `JDK ${jdk.major} (newest: ${newest.major})`;
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    await setUp(createProgress());
  });
}
