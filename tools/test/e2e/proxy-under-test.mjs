import { Redis } from 'ioredis';
import { freePort } from '../../processes/free-port.mjs';
import { redisSpec } from '../../processes/redis.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { startBackends } from './backends.mjs';
import { writeProxyHome } from './proxy-home.mjs';

const KEY_PREFIX = 'fc:';
/** How Velocity reports that it could not create a plugin, before it is ready. */
const NOT_LOADED = "Can't create plugin feature-control";

/** The client of all players. */
export const CLIENT = 'test-mod';
/** Blocked features: `fly` for all clients, `minimap` for that client, and one for each bridge. */
const LISTS = {
  'blocklist:global': 'fly',
  [`blocklist:client:${CLIENT}`]: 'minimap',
  'blocklist:client:xaero': 'minimap',
  'blocklist:client:voxelmap': 'minimap',
  'blocklist:client:controlify': 'reach-around',
};

/**
 * @typedef {object} ProxyUnderTest
 * @property {number} port
 * @property {string[]} log lines that the proxy has printed
 * @property {Awaited<ReturnType<typeof startBackends>>} backends
 * @property {Set<import('../../mod/mod-player.mjs').ModPlayer>} players, notified when something reaches a
 * backend
 * @property {(command: 'sadd' | 'srem', list: string, feature: string) => Promise<void>} edit changes a list
 * in Redis
 */

/**
 * Starts a Velocity with the plugin, a separate Redis with blocked features, and three servers behind the
 * proxy.
 * @param {import('./programs.mjs').Programs} programs ends everything that is started here
 * @param {{ directory: string, velocityJar: string, java: string, pluginJar: string, otherJar: string,
 * redisServer: string, env: NodeJS.ProcessEnv }} options `directory`: an empty folder
 * @returns {Promise<ProxyUnderTest>}
 */
export async function startProxyUnderTest(
  programs,
  { directory, velocityJar, java, pluginJar, otherJar, redisServer, env },
) {
  const redisPort = await freePort();
  await programs.run(redisSpec({ server: redisServer, port: redisPort, directory }));
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  const redis = new Redis(redisUrl);
  programs.onEnd(() => redis.disconnect());
  for (const [list, feature] of Object.entries(LISTS)) await redis.sadd(KEY_PREFIX + list, feature);

  const players = new Set();
  const backends = await startBackends(() => {
    for (const player of players) player.recheck();
  });
  programs.onEnd(() => backends.close());

  const port = await freePort();
  writeProxyHome({ directory, pluginJar, otherJar, port, servers: backends.ports });
  const log = await programs.run({
    name: 'Velocity',
    command: java,
    args: ['-Xmx512m', '-jar', velocityJar],
    cwd: directory,
    env: { ...env, REDIS_URL: redisUrl, KEY_PREFIX },
    isReadyLine: readyAfter(['Done (', 'feature-control is ready']),
  });
  const failure = log.find((line) => line.includes(NOT_LOADED));
  if (failure !== undefined) throw new ExplainedError(`Velocity did not load the plugin: ${failure}`);
  const edit = async (command, list, feature) => {
    await redis[command](KEY_PREFIX + list, feature);
  };
  return { port, log, backends, players, edit };
}

/**
 * Returns a function that is true once each text has been printed, in any order, or that the plugin cannot
 * be loaded. The proxy listens before the plugin gives answers.
 */
function readyAfter(texts) {
  const missing = new Set(texts);
  return (line) => {
    for (const text of missing) if (line.includes(text)) missing.delete(text);
    return missing.size === 0 || line.includes(NOT_LOADED);
  };
}
