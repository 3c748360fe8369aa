import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStandIn } from '../../development-proxy/build.mjs';
import { startHost } from '../../development-proxy/host-process.mjs';

export const CHANNEL = 'service:feature-control';
export const OTHER_CHANNEL = 'bench:other';
export const SCRIPT_THREAD = 'feature-control script';
const PROTOCOL = 767;
const BYTES_IN_KIB = 1024;

/**
 * A stand-in proxy that runs the plugin, with operations for measurements.
 * @typedef {object} BenchProxy
 * @property {(count: number) => Promise<string[]>} join connects players to a server, and returns their UUIDs
 * @property {(player: string, content: string) => Promise<string>} ask sends a request, and returns the text
 * of the answer, over the control connection: for counting, not for timing
 * @property {(load: { players: string[], channel?: string, contents: string[], perSecond: number, seconds:
 * number }) => Promise<any>} load generates load inside the JVM, at a constant rate
 * @property {(loop: { players: number, inFlight: number, seconds: number, content: string }) => Promise<any>}
 * loop generates load inside the JVM, at the rate of the answers
 * @property {(players: string[]) => Promise<void>} watchEvents records the players' events inside the JVM
 * from now on
 * @property {() => Promise<{ epochMicros: number[], latest: string }>} takeEvents the time of each event
 * since the last call; `latest` in Base64
 * @property {(players: string[], data: string) => Promise<void>} sendToAll sends a message of the stand-in
 * itself, in Base64, without the plugin
 * @property {(op: string, details?: object) => Promise<any>} request
 * @property {() => number} residentBytes
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the JVM, and then the plugins in it.
 * @param {{ jars: string[], directory: string, redisUrl: string, env: NodeJS.ProcessEnv,
 * settings?: string, jvmOptions?: string[], onLine?: (line: string) => void, onToClient?: (data?: string) =>
 * void }} options `settings`: the text of the plugin's config.toml; `directory`: for the plugins' data;
 * `onLine`: called with each line of the log
 * @returns {Promise<BenchProxy>}
 */
export async function startBenchProxy({
  jars,
  directory,
  redisUrl,
  env,
  settings,
  jvmOptions,
  onLine,
  onToClient,
}) {
  if (settings !== undefined) {
    mkdirSync(join(directory, 'feature-control'), { recursive: true });
    writeFileSync(join(directory, 'feature-control', 'config.toml'), settings);
  }
  const log = [];
  const logReaders = new Set();
  const answers = new Map();
  const host = await startHost({
    classPath: await buildStandIn(),
    pluginsDirectory: directory,
    behaviour: '2024',
    javaHome: env['JAVA_HOME'],
    jvmOptions: ['-Xmx512m', ...(jvmOptions ?? [])],
    env: { ...env, REDIS_URL: redisUrl, KEY_PREFIX: 'fc:' },
    onLine(line) {
      log.push(line);
      onLine?.(line);
      for (const reader of logReaders) reader(line);
    },
    onEvent({ event, player, channel, data }) {
      if (event === 'toClient' || event === 'chat') onToClient?.(data);
      if (event !== 'toClient' || channel !== CHANNEL) return;
      answers.get(player)?.(Buffer.from(data, 'base64').toString());
      answers.delete(player);
    },
  });

  function logged(pattern) {
    return new Promise((resolve, reject) => {
      const reader = (line) => {
        const match = pattern.exec(line);
        if (match === null) return;
        logReaders.delete(reader);
        resolve(match);
      };
      logReaders.add(reader);
      void host.exited.then(() => reject(new Error(`the JVM has ended:\n${log.slice(-20).join('\n')}`)));
    });
  }

  try {
    // Without plugins there is nothing to wait for: the caller that starts them later also waits for them.
    const ready = jars.length > 0 ? logged(/feature-control is ready/) : undefined;
    if (jars.length > 0) await host.request('start', { jars });
    await ready;
  } catch (error) {
    await host.kill();
    throw error;
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
    sendToAll: (players, data) => host.request('sendToAll', { players, channel: CHANNEL, data }),
    async loop({ players, inFlight, seconds, content }) {
      const result = logged(/result (\{.*\})/);
      const known = await host.request('command', {
        line: `bench ${players} ${inFlight} ${seconds} ${base64(content)}`,
      });
      if (!known) throw new Error('the bench plugin has no command');
      const [, json] = await result;
      return JSON.parse(json);
    },
    residentBytes: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(host.pid)], { encoding: 'utf8' })) * BYTES_IN_KIB,
    stop: () => host.stop(),
  };
}

function base64(content) {
  return Buffer.from(content).toString('base64');
}
