import { connect } from 'node:net';
import { join } from 'node:path';
import { RUN_DIRECTORY, fromRoot } from '../files/paths.mjs';
import { nextFreePort } from '../processes/free-port.mjs';
import { findJdks } from '../set-up/find-jdks.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { javaNeededBy, prepareVelocityHome } from './velocity-home.mjs';

const START_TIMEOUT_MS = 120_000;
const GRACE_MS = 10_000;
const FIRST_BACKEND_PORT = 25566;

/**
 * Starts the development proxy, a stand-in that hosts the plugin's jar as Velocity does.
 * @param {(spec: object) => Promise<void>} start from `supervise`
 * @param {{ jar: string, port: number, env: NodeJS.ProcessEnv }} options
 */
export async function startDevelopmentProxy(start, { jar, port, env }) {
  const program = fromRoot('tools', 'development-proxy', 'main.mjs');
  const data = join(RUN_DIRECTORY, 'development-proxy');
  await start({
    name: 'proxy',
    readsConsole: true,
    title: `127.0.0.1:${port}, a stand-in for Velocity`,
    command: process.execPath,
    args: [program, '--port', String(port), '--jar', jar, '--data', data],
    env,
    isReadyLine: (line) => line.includes(`listening on 127.0.0.1:${port}`),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
}

/**
 * Chooses the Java for the user's Velocity.
 * @param {string} velocityJar
 * @returns {string} the path of `java`
 * @throws {ExplainedError} if no installed JDK is new enough
 */
export function javaForVelocity(velocityJar) {
  const needed = javaNeededBy(velocityJar);
  const jdks = findJdks().filter(({ major }) => major >= needed);
  const oldest = jdks.sort((a, b) => a.major - b.major)[0];
  if (oldest === undefined)
    throw new ExplainedError(
      `VELOCITY_JAR=${velocityJar} needs Java ${needed} or later, and no such JDK was found`,
    );
  return join(oldest.home, 'bin', 'java');
}

/**
 * Starts the user's Velocity with the plugin, and a small backend server for players.
 * @param {(spec: object) => Promise<void>} start from `supervise`
 * @param {{ velocityJar: string, java: string, jar: string, port: number, env: NodeJS.ProcessEnv }} options
 */
export async function startVelocity(start, { velocityJar, java, jar, port, env }) {
  const backendPort = await nextFreePort(Math.max(FIRST_BACKEND_PORT, port + 1));
  if (backendPort === undefined) throw new ExplainedError(`no free port from ${port + 1} for the backend`);
  await start({
    name: 'backend',
    title: `127.0.0.1:${backendPort}, an empty world behind the proxy`,
    command: process.execPath,
    args: [fromRoot('tools', 'development-proxy', 'backend.mjs'), '--port', String(backendPort)],
    env,
    isReady: () => canConnect(backendPort),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
  const directory = join(RUN_DIRECTORY, 'velocity');
  prepareVelocityHome({ directory, pluginJar: jar, port, backendPort });
  await start({
    name: 'proxy',
    readsConsole: true,
    title: `127.0.0.1:${port}, Velocity`,
    command: java,
    args: ['-Xmx512m', '-jar', velocityJar],
    cwd: directory,
    env,
    isReadyLine: (line) => line.includes('Done ('),
    timeoutMs: START_TIMEOUT_MS,
    graceMs: GRACE_MS,
  });
}

async function canConnect(port) {
  return await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
