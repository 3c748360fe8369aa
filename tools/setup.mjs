/**
 * `npm run setup`: finds what the project needs and installs what is missing: npm packages, a JDK, Gradle, a
 * Redis server. Only Node's own modules are imported here, since this runs before anything is installed.
 */
import { join } from 'node:path';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { allDone } from './processes/all-done.mjs';
import { isMain } from './processes/is-main.mjs';
import { javaEnvironment, provideJavaTools } from './set-up/java-and-gradle.mjs';
import { withLock } from './processes/lock.mjs';
import { installPackages, packageFolders, packagesAreInstalled } from './set-up/npm-packages.mjs';
import { DEV_DIRECTORY, fromRoot } from './files/paths.mjs';
import { createProgress } from './terminal/progress.mjs';
import { findRedisServer, unpackRedisServer } from './set-up/redis-server.mjs';

const OLDEST_NODE = [20, 19];

/**
 * Sets up what is missing. Takes well under half a second when nothing is.
 * @param {import('./terminal/progress.mjs').Progress} progress
 * @param {{ redis?: boolean }} [needs] `redis`: false when a Redis is given
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for everything that is started from here: `JAVA_HOME`
 * (the JDK that builds), `FC_NEWEST_JAVA_HOME`, `FC_GRADLE`, `FC_REDIS_SERVER`, and a `PATH` that begins with
 * that JDK
 * @throws {ExplainedError} when something is missing that cannot be installed
 */
export async function setUp(progress, { redis = true } = {}) {
  assertNodeVersion(process.versions.node);
  const tellWait = (pid) => progress.say(`  … waiting for the set-up of process ${pid}`);
  return await withLock(join(DEV_DIRECTORY, 'setup.lock'), () => provideAll(progress, { redis }), tellWait);
}

/**
 * Installs what programs of this repository need that are neither run nor tested here: the npm packages of
 * the root.
 * @param {import('./terminal/progress.mjs').Progress} progress
 */
export async function setUpPackages(progress) {
  assertNodeVersion(process.versions.node);
  const tellWait = (pid) => progress.say(`  … waiting for the set-up of process ${pid}`);
  await withLock(join(DEV_DIRECTORY, 'setup.lock'), () => providePackages(progress, '.'), tellWait);
}

async function provideAll(progress, { redis }) {
  const packages = packageFolders().map((folder) => providePackages(progress, folder));
  const [{ environment, found }] = await allDone([providePrograms(progress, { redis }), ...packages]);
  progress.report('set up', found.join(', '));
  return environment;
}

/** Java, Gradle and Redis: the environment that names them, and how they are reported. */
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

async function providePackages(progress, folder) {
  if (packagesAreInstalled(fromRoot(folder))) return;
  const name = folder === '.' ? 'npm packages' : `npm packages, ${folder}`;
  await progress.step(name, (note) => installPackages(fromRoot(folder), note));
}

function assertNodeVersion(version) {
  const [major, minor] = version.split('.').map(Number);
  const enough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (!enough)
    throw new ExplainedError(`this is Node ${version}, and ${OLDEST_NODE.join('.')} or later is needed`);
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
