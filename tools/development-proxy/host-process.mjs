/** Runs the JVM half of the stand-in as a child process. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProgram } from '../processes/program.mjs';

/** A JVM that writes an archive of its classes needs 20 s for it on a busy machine. */
const STOP_GRACE_MS = 60_000;

/**
 * An event of the proxy; `player` is the UUID, `data` is base64.
 * @typedef {{ event: 'toClient', player: string, channel: string, data: string }
 *   | { event: 'toBackend', player: string, server: string, channel: string, data: string }
 *   | { event: 'chat', player: string, text: string, component: unknown }
 *   | { event: 'closed', player: string, reason: string }} HostEvent
 */

/**
 * @typedef {object} HostOptions
 * @property {string} classPath from build.mjs
 * @property {string} pluginsDirectory contains the plugins' data folders
 * @property {'2024' | '2026'} behaviour the generation of Velocity to imitate
 * @property {number} [playersPort] the port that the proxy names as its own, as Velocity does (25577)
 * @property {string | undefined} [javaHome] by default `JAVA_HOME`, otherwise `java` on the path
 * @property {readonly string[] | undefined} [jvmOptions]
 * @property {string | undefined} [classArchive] the archive that `tools/test/start-cache.mjs` wrote with
 * the same JVM and class path. Any other archive is ignored.
 * @property {NodeJS.ProcessEnv | undefined} [env] the JVM's complete environment, by default this process's
 * @property {(line: string) => void} onLine called for each line that the JVM prints
 * @property {(event: HostEvent) => void} onEvent
 * @property {() => Promise<void>} [onEnd] called when the JVM has ended, before `exited` resolves
 */

/**
 * @typedef {object} HostProcess
 * @property {number | undefined} pid
 * @property {Promise<number | string>} exited resolves to the exit code or signal
 * @property {(op: string, details?: object) => Promise<unknown>} request requests an operation of
 * `Operations.java` or `ProxyOperations.java`; rejects with the JVM's error message, or if the JVM has ended
 * @property {() => Promise<void>} stop shuts the plugins down, and ends the JVM. The JVM also ends
 * immediately when this process does.
 * @property {() => Promise<void>} kill sends SIGKILL
 */

/**
 * Starts the JVM; no plugin is loaded yet (operation `start`).
 * @param {HostOptions} options
 * @returns {Promise<HostProcess>}
 */
export async function startHost(options) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const program = startProgram({
    name: 'JVM of the stand-in',
    command: javaProgram(options.javaHome),
    args: jvmArguments(options, server.address().port),
    env: options.env,
    onLine: options.onLine,
  });
  const exited = program.ended.then(async (problem) => {
    await options.onEnd?.();
    return program.child.exitCode ?? program.child.signalCode ?? problem;
  });
  const socket = await Promise.race([once(server, 'connection').then(([connection]) => connection), exited]);
  server.close();
  if (typeof socket !== 'object') throw new Error(`the JVM of the stand-in did not start: ${socket}`);
  return controlHost(program, socket, exited, options.onEvent);
}

function javaProgram(javaHome = process.env['JAVA_HOME']) {
  return javaHome ? join(javaHome, 'bin', 'java') : 'java';
}

function jvmArguments(options, port) {
  const { classPath, pluginsDirectory, behaviour, playersPort = 25577 } = options;
  const { jvmOptions = [], classArchive } = options;
  const shared = classArchive ? [`-XX:SharedArchiveFile=${classArchive}`] : [];
  return [
    ...jvmOptions,
    ...shared,
    '-cp',
    classPath,
    'standin.StandIn',
    String(port),
    pluginsDirectory,
    behaviour,
    String(playersPort),
  ];
}

function controlHost({ child, kill }, socket, exited, onEvent) {
  const pending = new Map();
  let lastId = 0;
  socket.setNoDelay(true);
  const lines = createInterface({ input: socket });
  // Socket errors are ignored, as the end of the process is reported separately; readline emits them again.
  for (const emitter of [socket, lines]) emitter.on('error', () => {});
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if (message.event !== undefined) return onEvent(message);
    const { resolve, reject } = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(new Error(message.error));
  });
  void exited.then((code) => {
    for (const { reject } of pending.values())
      reject(new Error(`the JVM of the stand-in has ended: ${code}`));
    pending.clear();
  });
  const request = (op, details = {}) =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        reject(new Error('the JVM of the stand-in has ended'));
        return;
      }
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      socket.write(`${JSON.stringify({ ...details, op, id: lastId })}\n`);
    });
  return {
    pid: child.pid,
    exited,
    request,
    async stop() {
      const killTimer = setTimeout(() => void kill(), STOP_GRACE_MS);
      await request('stop').catch(() => {}); // Fails if the host has already ended.
      socket.end();
      await exited;
      clearTimeout(killTimer);
    },
    async kill() {
      await kill();
      await exited;
    },
  };
}
