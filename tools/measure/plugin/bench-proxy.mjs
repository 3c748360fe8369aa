import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildStandIn } from '../../development-proxy/build.mjs';
import { startHost } from '../../development-proxy/host-process.mjs';

export const CHANNEL = 'service:feature-control';
const PROTOCOL = 767;
const BYTES_IN_KIB = 1024;

/**
 * A stand-in proxy that runs the plugin, with operations for measurements.
 * @typedef {object} BenchProxy
 * @property {(count: number) => Promise<string[]>} join connects players to a server, and returns their UUIDs
 * @property {(player: string, content: string) => Promise<string>} ask sends a request, and returns the text
 * of the answer, over the control connection
 * @property {(load: { players: string[], channel?: string, contents: string[], perSecond: number, seconds:
 * number, answersWithinMs?: number }) => Promise<any>} load generates load inside the JVM, at a constant rate
 * @property {(players: string[]) => Promise<void>} watchEvents records the players' events inside the JVM
 * from now on
 * @property {() => Promise<{ epochMicros: number[] }>} takeEvents the time of each event since the last call
 * @property {(op: string, details?: object) => Promise<any>} request
 * @property {() => number} residentBytes
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the JVM, and then the plugins in it.
 * @param {import('./suite.mjs').Bench} bench
 * @param {{ name: string, jars?: string[], windowMs?: number, jvmOptions?: string[], libraries?: string[] }}
 * options `name`: of the folder for the plugin's data; `jars`: by default the plugin, which is ready then;
 * `windowMs`: of the rate limit, by default so short that every request gets a permit; `libraries`: jars that
 * the proxy itself provides to its plugins
 * @returns {Promise<BenchProxy>}
 */
export async function startBenchProxy(
  bench,
  { name, jars = [bench.jar], windowMs = 1, jvmOptions = [], libraries = [] },
) {
  const pluginsDirectory = join(bench.directory, name);
  const settings = join(pluginsDirectory, 'feature-control');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.toml'), `[limits.check-features]\nwindow-ms = ${windowMs}\n`);
  const answers = new Map();
  let reportReady;
  const ready = new Promise((resolve) => (reportReady = resolve));
  const log = [];
  const host = await startHost({
    classPath: [await buildStandIn(), ...libraries].join(delimiter),
    pluginsDirectory,
    behaviour: '2024',
    javaHome: bench.env['JAVA_HOME'],
    jvmOptions: ['-Xmx512m', ...jvmOptions],
    env: { ...bench.env, REDIS_URL: bench.redisUrl, KEY_PREFIX: 'fc:' },
    onLine(line) {
      log.push(line);
      if (/\b(?:feature-control|reference) is ready\b/.test(line)) reportReady();
    },
    onEvent({ event, player, channel, data }) {
      if (event !== 'toClient' || channel !== CHANNEL) return;
      answers.get(player)?.(Buffer.from(data, 'base64').toString());
      answers.delete(player);
    },
  });
  if (jars.length > 0) {
    await host.request('start', { jars });
    const isReady = await Promise.race([ready.then(() => true), host.exited.then(() => false)]);
    if (!isReady) throw new Error(`the JVM has ended:\n${log.slice(-20).join('\n')}`);
  }
  return {
    request: (op, details) => host.request(op, details),
    async join(count) {
      const players = Array.from({ length: count }, () => randomUUID());
      const joinOne = async (player) => {
        await host.request('join', { player, name: `p${player.slice(0, 13)}`, protocol: PROTOCOL });
        await host.request('arrive', { player });
      };
      await Promise.all(players.map(joinOne));
      return players;
    },
    async ask(player, content) {
      const answer = new Promise((resolve) => answers.set(player, resolve));
      await host.request('send', { player, channel: CHANNEL, data: base64(content) });
      return await answer;
    },
    load: ({ contents, channel = CHANNEL, ...load }) =>
      host.request('load', { ...load, channel, contents: contents.map(base64) }),
    watchEvents: (players) => host.request('watchEvents', { players }),
    takeEvents: () => host.request('takeEvents'),
    residentBytes: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(host.pid)], { encoding: 'utf8' })) * BYTES_IN_KIB,
    stop: () => host.stop(),
  };
}

function base64(content) {
  return Buffer.from(content).toString('base64');
}
