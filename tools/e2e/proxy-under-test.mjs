import { Redis } from 'ioredis';
import { nextFreePort } from '../processes/free-port.mjs';
import { redisSpec } from '../processes/redis-spec.mjs';
import { startBackends } from './backends.mjs';
import { writeProxyHome } from './proxy-home.mjs';

const FIRST_PORT = 26_379;
const KEY_PREFIX = 'fc:';

/** The mod that all players have. */
export const CLIENT = 'test-mod';
/** What is blocked: `fly` for all clients, `minimap` for that mod, and something for each bridge. */
const LISTS = {
  'blocklist:global': 'fly',
  [`blocklist:client:${CLIENT}`]: 'minimap',
  'blocklist:client:xaero': 'minimap',
  'blocklist:client:voxelmap': 'minimap',
  'blocklist:client:controlify': 'reach-around',
  'blocklist:client:lunar': 'zoom',
};

/**
 * @typedef {object} ProxyUnderTest
 * @property {number} port
 * @property {string[]} log lines that the proxy has printed
 * @property {Awaited<ReturnType<typeof startBackends>>} backends
 * @property {Set<import('./mod-player.mjs').ModPlayer>} players, notified when something reaches a backend
 * @property {(command: 'sadd' | 'srem', list: string, feature: string) => Promise<void>} edit as an admin
 * does
 */

/**
 * Starts a Velocity with the plugin in it, a Redis of its own with two features blocked in it, and three
 * servers behind it.
 * @param {import('./programs.mjs').Programs} programs ends what is started here
 * @param {{ directory: string, velocityJar: string, java: string, pluginJar: string, otherJars: string[],
 * redisServer: string, env: NodeJS.ProcessEnv }} how `directory`: an empty one
 * @returns {Promise<ProxyUnderTest>}
 */
export async function startProxyUnderTest(
  programs,
  { directory, velocityJar, java, pluginJar, otherJars, redisServer, env },
) {
  const redisPort = await nextFreePort(FIRST_PORT);
  await programs.run(redisSpec({ server: redisServer, port: redisPort, directory }));
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  const redis = new Redis(redisUrl);
  programs.endLater(() => redis.disconnect());
  for (const [list, feature] of Object.entries(LISTS)) await redis.sadd(KEY_PREFIX + list, feature);

  const players = new Set();
  const backends = await startBackends(() => {
    for (const player of players) player.nudge();
  });
  programs.endLater(() => backends.close());

  const port = await nextFreePort(redisPort + 1);
  writeProxyHome({ directory, pluginJar, otherJars, port, servers: backends.ports });
  const log = await programs.run({
    name: 'Velocity',
    command: java,
    args: ['-Xmx512m', '-jar', velocityJar],
    cwd: directory,
    env: { ...env, REDIS_URL: redisUrl, KEY_PREFIX },
    isReadyLine: (line) => line.includes('Done ('),
  });
  const edit = async (command, list, feature) => {
    await redis[command](KEY_PREFIX + list, feature);
  };
  return { port, log, backends, players, edit };
}
