import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { javaNeededBy } from './velocity-home.mjs';

/**
 * @typedef {object} StartSettings
 * @property {string | undefined} redisUrl the user's Redis; if undefined, a Redis is started
 * @property {string} keyPrefix prefix of all keys
 * @property {string} host address on which the sidecar listens
 * @property {number | undefined} port the sidecar's port; if undefined, the first free one
 * @property {number | undefined} adminPort the port of the admin's server; if undefined, the first free one
 * @property {number | undefined} proxyPort the proxy's port; if undefined, the first free one
 * @property {string | undefined} velocityJar absolute path
 */

export const DEFAULT_PORT = 8080;
export const DEFAULT_ADMIN_PORT = 8081;
export const DEFAULT_PROXY_PORT = 25565;
export const DEFAULT_KEY_PREFIX = 'fc:';

/**
 * Reads the settings of `npm start` from the environment. An empty value counts as not set. The URL of Redis
 * is validated separately, by the programs' own parser (see `redis-url.mjs`), which needs the npm packages.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ ok: true, settings: StartSettings } | { ok: false, problem: string }} `problem` is one line
 * that names the variable
 */
export function parseStartSettings(env) {
  const problem =
    ['PORT', 'ADMIN_PORT', 'PROXY_PORT'].map((name) => portProblem(env, name)).find(Boolean) ??
    velocityJarProblem(env);
  if (problem !== undefined) return { ok: false, problem };
  const settings = {
    redisUrl: env['REDIS_URL'] || undefined,
    keyPrefix: env['KEY_PREFIX'] || DEFAULT_KEY_PREFIX,
    host: env['HOST'] || '127.0.0.1',
    port: env['PORT'] ? Number(env['PORT']) : undefined,
    adminPort: env['ADMIN_PORT'] ? Number(env['ADMIN_PORT']) : undefined,
    proxyPort: env['PROXY_PORT'] ? Number(env['PROXY_PORT']) : undefined,
    velocityJar: env['VELOCITY_JAR'] ? resolve(env['VELOCITY_JAR']) : undefined,
  };
  return { ok: true, settings };
}

function portProblem(env, name) {
  const text = env[name];
  if (!text || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535)) return undefined;
  return `${name}=${text} is not a port: it must be a number from 1 to 65535`;
}

function velocityJarProblem(env) {
  const text = env['VELOCITY_JAR'];
  if (!text) return undefined;
  if (!existsSync(text)) return `VELOCITY_JAR=${text}: there is no such file`;
  return statSync(text).isFile() && javaNeededBy(text) !== undefined
    ? undefined
    : `VELOCITY_JAR=${text} is not a Velocity`;
}
