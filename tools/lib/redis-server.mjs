import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { download } from './download.mjs';
import { findOnPath } from './find-on-path.mjs';
import { DEV_DIRECTORY } from './paths.mjs';
import { writeAtomically } from './write-atomically.mjs';
import { readZipEntry } from './zip.mjs';

/** A jar that carries real, statically linked Redis servers: it is read as a zip file and never run. */
const JAR = {
  path: 'org/signal/embedded-redis/0.9.1/embedded-redis-0.9.1.jar',
  sha256: 'c01fe66ecf3b9d3161958e9a0e721aaf74ce98a909faca103fc8d09ff7617827',
};
const DEFAULT_REPOSITORY = 'https://maven-central.invalid';
const PACKED = {
  'linux-x64': 'redis-server-7.0.15-linux-amd64',
  'linux-arm64': 'redis-server-7.0.15-linux-arm64',
  'darwin-x64': 'redis-server-7.0.15-darwin-amd64',
  'darwin-arm64': 'redis-server-7.0.15-darwin-arm64',
};
/** Older ones lack what the programs use of client-side caching. */
const OLDEST_VERSION = [6, 2];

/**
 * Finds a Redis server without fetching anything: `FC_REDIS_SERVER`, then `redis-server` on the path, then the one unpacked before.
 * @param {{ env?: NodeJS.ProcessEnv, directory?: string }} [where]
 * @returns {{ path: string, version: string } | undefined}
 */
export function findRedisServer({ env = process.env, directory = DEV_DIRECTORY } = {}) {
  const unpacked = packedName() && join(directory, 'redis', packedName());
  const candidates = [env['FC_REDIS_SERVER'], findOnPath('redis-server', env), unpacked];
  for (const path of candidates.filter((candidate) => candidate && existsSync(candidate))) {
    const version = versionOf(path);
    if (version !== undefined && isRecent(version)) return { path, version };
  }
  return undefined;
}

/**
 * Fetches and unpacks a Redis server for this machine. `MAVEN_CENTRAL_URL` names a mirror.
 * @param {{ env?: NodeJS.ProcessEnv, directory?: string, onBytes?: (bytes: number, total: number) => void }} [how]
 * @returns {Promise<{ path: string, version: string }>}
 * @throws {Error} with one line that says what to do
 */
export async function unpackRedisServer({ env = process.env, directory = DEV_DIRECTORY, onBytes } = {}) {
  const name = packedName();
  if (name === undefined) {
    throw new Error(
      `there is no Redis to unpack for ${process.platform} on ${process.arch}: install redis-server 6.2 or later`,
    );
  }
  const repository = (env['MAVEN_CENTRAL_URL'] || DEFAULT_REPOSITORY).replace(/\/+$/, '');
  const jar = join(directory, 'redis', 'embedded-redis.jar');
  await download({ url: `${repository}/${JAR.path}`, path: jar, sha256: JAR.sha256, onBytes });
  const path = join(directory, 'redis', name);
  writeAtomically(path, readZipEntry(readFileSync(jar), name), 0o755);
  rmSync(jar);
  const version = versionOf(path);
  if (version === undefined) throw new Error(`${path} does not run here: install redis-server 6.2 or later`);
  return { path, version };
}

function packedName() {
  return PACKED[`${process.platform}-${process.arch}`];
}

/** @returns {string | undefined} such as `7.0.15`, or nothing when the program does not run */
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
  return major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1]);
}
