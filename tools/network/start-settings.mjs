import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { javaNeededBy } from '../velocity/velocity-home.mjs';

/**
 * @typedef {object} StartSettings
 * @property {string | undefined} redisUrl the user's Redis; without one, a Redis is started
 * @property {string} keyPrefix what all keys begin with
 * @property {string} host where the sidecar listens
 * @property {number | undefined} port the sidecar's, when the user wants that one and no other
 * @property {number | undefined} proxyPort likewise
 * @property {string | undefined} velocityJar absolute path
 */

export const DEFAULT_PORT = 8080;
export const DEFAULT_PROXY_PORT = 25565;
export const DEFAULT_KEY_PREFIX = 'fc:';

/**
 * Reads the settings of `npm start` from the environment, where an empty value is as good as none.
 * @param {NodeJS.ProcessEnv} env The URL of Redis is judged apart, by the programs' own parser (see
 * `redis-url.mjs`), which can only be had once the npm packages are there.
 * @returns {{ ok: true, settings: StartSettings } | { ok: false, problem: string }} `problem` is one line
 * that names the variable
 */
export function parseStartSettings(env) {
  const problem = portProblem(env, 'PORT') ?? portProblem(env, 'PROXY_PORT') ?? velocityJarProblem(env);
  if (problem !== undefined) return { ok: false, problem };
  const settings = {
    redisUrl: env['REDIS_URL'] || undefined,
    keyPrefix: env['KEY_PREFIX'] || DEFAULT_KEY_PREFIX,
    host: env['HOST'] || '127.0.0.1',
    port: env['PORT'] ? Number(env['PORT']) : undefined,
    proxyPort: env['PROXY_PORT'] ? Number(env['PROXY_PORT']) : undefined,
    velocityJar: env['VELOCITY_JAR'] ? resolve(env['VELOCITY_JAR']) : undefined,
  };
  return { ok: true, settings };
}

function portProblem(env, name) {
  const text = env[name];
  if (!text || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535)) return undefined;
  return `${name}=${text} is not a port: it is a number from 1 to 65535`;
}

function velocityJarProblem(env) {
  const text = env['VELOCITY_JAR'];
  if (!text) return undefined;
  if (!existsSync(text)) return `VELOCITY_JAR=${text}: there is no such file`;
  return statSync(text).isFile() && javaNeededBy(text) !== undefined
    ? undefined
    : `VELOCITY_JAR=${text} is not a Velocity`;
}
