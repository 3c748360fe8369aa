import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_DIRECTORY, fromRoot } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { readZipEntry } from '../files/zip.mjs';
import { runProgram } from '../processes/program.mjs';
import { findOnPath } from './find-on-path.mjs';

/**
 * The jar that tools/set-up/redis/build.gradle names: it contains real, statically linked Redis servers. It
 * is read as a zip file and never run.
 */
const JAR = {
  file: 'embedded-redis-0.9.1.jar',
  sha256: 'c01fe66ecf3b9d3161958e9a0e721aaf74ce98a909faca103fc8d09ff7617827',
};
const PACKED = {
  'linux-x64': 'redis-server-7.0.15-linux-amd64',
  'linux-arm64': 'redis-server-7.0.15-linux-arm64',
  'darwin-x64': 'redis-server-7.0.15-darwin-amd64',
  'darwin-arm64': 'redis-server-7.0.15-darwin-arm64',
};
/** Older versions lack the client-side caching that the programs use. */
const MIN_VERSION = [6, 2];
const INSTALL_ONE = 'install redis-server 6.2 or later';

/**
 * Finds a Redis server without downloading anything: `FC_REDIS_SERVER`, then `redis-server` on the path, then
 * the one unpacked before.
 * @returns {{ path: string, version: string } | undefined}
 */
export function findRedisServer() {
  const unpacked = packedName() && join(DEV_DIRECTORY, 'redis', packedName());
  const candidates = [process.env['FC_REDIS_SERVER'], findOnPath('redis-server'), unpacked];
  for (const path of candidates.filter((candidate) => candidate && existsSync(candidate))) {
    const version = versionOf(path);
    if (version !== undefined && isRecent(version)) return { path, version };
  }
  return undefined;
}

/**
 * Downloads a Redis server for this machine with Gradle, from whichever mirror of Maven Central Gradle is
 * configured for, and unpacks it.
 * @param {{ env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options] `env`: with `FC_GRADLE` and
 * `JAVA_HOME`; `onLine`: called with Gradle's output
 * @returns {Promise<{ path: string, version: string }>}
 * @throws {Error} with one line that names the solution
 */
export async function unpackRedisServer({ env = process.env, onLine } = {}) {
  const name = packedName();
  if (name === undefined)
    throw new Error(`the project has none for ${process.platform} on ${process.arch}: ${INSTALL_ONE}`);
  const path = join(DEV_DIRECTORY, 'redis', name);
  writeAtomically(path, readZipEntry(await fetchJar({ env, onLine }), name), 0o755);
  const version = versionOf(path);
  if (version === undefined) throw new Error(`${path} does not run here: ${INSTALL_ONE}`);
  return { path, version };
}

/** Downloads into a separate folder, since two processes may download at the same time. */
async function fetchJar({ env, onLine }) {
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  const folder = mkdtempSync(join(DEV_DIRECTORY, 'redis-jar-'));
  try {
    const options = [
      '--no-daemon',
      '--console=plain',
      '-p',
      fromRoot('tools/set-up/redis'),
      `-Pinto=${folder}`,
    ];
    const { problem, output } = await runProgram(env['FC_GRADLE'] || 'gradle', [...options, 'fetchRedis'], {
      env,
      onLine,
    });
    if (problem !== undefined)
      throw new Error(
        `Gradle could not fetch it (${reasonIn(output) ?? problem}). Go online, or ${INSTALL_ONE}`,
      );
    return readChecked(join(folder, JAR.file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readChecked(path) {
  const content = readFileSync(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 === JAR.sha256) return content;
  throw new Error(`${JAR.file} is not the expected file: its SHA-256 is ${sha256}, not ${JAR.sha256}`);
}

/** Gradle prints causes as a tree of lines that begin with `>`: the last one is the root cause. */
function reasonIn(output) {
  return [...output.matchAll(/^ *> (.+)$/gm)].at(-1)?.[1];
}

function packedName() {
  return PACKED[`${process.platform}-${process.arch}`];
}

/** @returns {string | undefined} such as `7.0.15`; undefined if the program does not run */
function versionOf(path) {
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    return / v=(\d+\.\d+\.\d+)/.exec(output)?.[1];
  } catch {
    return undefined;
  }
}

function isRecent(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
}
