/**
 * `npm start`: installs what is missing, builds, and runs everything until Ctrl-C: Redis, the sidecar, the
 * admin's server, and a proxy with the plugin.
 */
import { join } from 'node:path';
import { buildAll, buildStandIn } from '../assemble/build.mjs';
import { ROOT, RUN_DIRECTORY } from '../files/paths.mjs';
import { nextFreePort } from '../processes/free-port.mjs';
import { isPortFree } from '../processes/free-port.mjs';
import { withLock } from '../processes/lock.mjs';
import { packagesAreInstalled } from '../set-up/npm-packages.mjs';
import { setUp } from '../set-up/setup.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { waitForFirstAnswer } from './first-answer.mjs';
import { startOwnRedis } from './own-redis.mjs';
import { javaForVelocity, startDevelopmentProxy, startVelocity } from './proxies.mjs';
import { readRedisUrl } from './redis-url.mjs';
import { readRunningRecord, removeRunningRecord, writeRunningRecord } from './running-record.mjs';
import { startAdminServer, startSidecar } from './servers.mjs';
import {
  DEFAULT_ADMIN_PORT,
  DEFAULT_PORT,
  DEFAULT_PROXY_PORT,
  parseStartSettings,
} from './start-settings.mjs';
import { HELP, describeRunning } from './start-texts.mjs';
import { supervise } from './supervisor.mjs';

async function main() {
  const settings = readSettings(process.argv.slice(2));
  if (settings === undefined) return;
  await assertStartable(settings);
  await assertRedisUrl(settings);
  // Held until the end, as the record is written only when everything runs, and two Redis servers must never
  // use the same data folder.
  await withLock(join(RUN_DIRECTORY, 'start.lock'), () => run(settings), refuse);
}

async function run(settings) {
  const progress = createProgress();
  const env = await setUp(progress, { redis: settings.redisUrl === undefined, minecraft: true });
  await assertRedisUrl(settings);
  const built = await buildAll(progress, env);
  const java = settings.velocityJar && javaForVelocity(settings.velocityJar);
  if (java === undefined) await buildStandIn(progress, env);
  try {
    await supervise(progress, async (start) => {
      const { running, consoleLink } = await startAll({ start, settings, env, built, java });
      await waitForFirstAnswer(progress, { port: running.proxy.port, env });
      writeRunningRecord(running);
      progress.print(describeRunning(running, consoleLink));
    });
  } finally {
    removeRunningRecord();
  }
}

/**
 * @returns {import('./start-settings.mjs').StartSettings | undefined} undefined after help was
 * printed
 */
function readSettings(args) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return undefined;
  }
  if (args.length > 0) throw new ExplainedError(`${args[0]} is not an option: see npm start -- --help`);
  const parsed = parseStartSettings(process.env);
  if (!parsed.ok) throw new ExplainedError(parsed.problem);
  return parsed.settings;
}

async function assertStartable({ host, port, adminPort, proxyPort }) {
  const running = readRunningRecord();
  if (running !== undefined) refuse(running.pid);
  if (port !== undefined && !(await isPortFree(port, host)))
    throw new ExplainedError(`PORT=${port} is taken on ${host}`);
  if (adminPort !== undefined && !(await isPortFree(adminPort)))
    throw new ExplainedError(`ADMIN_PORT=${adminPort} is taken`);
  if (proxyPort !== undefined && !(await isPortFree(proxyPort)))
    throw new ExplainedError(`PROXY_PORT=${proxyPort} is taken`);
}

/** @throws {ExplainedError} */
function refuse(pid) {
  throw new ExplainedError(
    `it is already running as process ${pid}: stop that one first, or set FC_RUN_DIRECTORY to another folder for a second network`,
  );
}

/**
 * Validates the URL if the npm packages, and so the programs' parser, are installed. It is therefore called
 * twice: before set-up, to fail early, and after it.
 */
async function assertRedisUrl({ redisUrl }) {
  if (redisUrl !== undefined && packagesAreInstalled(ROOT)) await readRedisUrl(redisUrl);
}

async function startAll({ start, settings, env, built, java }) {
  const { keyPrefix, host } = settings;
  const redis = settings.redisUrl
    ? { url: settings.redisUrl }
    : await startOwnRedis(start, { server: env['FC_REDIS_SERVER'], keyPrefix });
  const programEnv = { ...env, REDIS_URL: redis.url, KEY_PREFIX: keyPrefix };
  const port = settings.port ?? (await nextFreePort(DEFAULT_PORT, host)) ?? DEFAULT_PORT;
  const rest = await startSidecar(start, { program: built.sidecar, host, port, env: programEnv });
  const adminPort = settings.adminPort ?? (await nextFreePort(DEFAULT_ADMIN_PORT)) ?? DEFAULT_ADMIN_PORT;
  const consoleLink = await startAdminServer(start, {
    program: built.commandLine,
    port: adminPort,
    env: programEnv,
  });
  const proxyPort = settings.proxyPort ?? (await nextFreePort(DEFAULT_PROXY_PORT)) ?? DEFAULT_PROXY_PORT;
  const proxy = { jar: built.jar, port: proxyPort, env: programEnv };
  if (settings.velocityJar) await startVelocity(start, { ...proxy, velocityJar: settings.velocityJar, java });
  else await startDevelopmentProxy(start, proxy);
  const running = {
    pid: process.pid,
    redisUrl: redis.url,
    redis: settings.redisUrl ? 'given' : redis.filled ? 'filled' : 'kept',
    keyPrefix,
    rest,
    proxy: { host: '127.0.0.1', port: proxyPort, kind: settings.velocityJar ? 'velocity' : 'development' },
  };
  return { running, consoleLink };
}

await runMain(main);
// Handles that are still open, such as a socket of a client or a pipe of a guard, must not delay the exit.
process.exit();
