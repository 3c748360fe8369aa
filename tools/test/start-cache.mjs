import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runUnlessUpToDate } from '../assemble/steps/up-to-date.mjs';
import { buildStandIn } from '../development-proxy/build.mjs';
import { startHost } from '../development-proxy/host-process.mjs';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { withRedis } from '../processes/redis.mjs';

const ARCHIVE = join(DEV_DIRECTORY, 'classes.jsa');
const LIBRARIES = join(DEV_DIRECTORY, 'unpacked-libraries');
const CHANNEL = 'service:feature-control';
const REQUEST = '{"id":"1","method":"checkFeatures","payload":{"client":"my-mod","features":["fly"]}}';
const PROTOCOL = 767;

/**
 * Starts a proxy with the plugin once, and keeps what reduces the CPU time of the starts in the tests: an
 * archive of the loaded classes (class-data sharing), which JVMs map instead of reading and verifying the
 * classes, and the unpacked libraries. Classes of another jar are loaded normally. See test/README.md.
 * @param {{ jar: string, env: NodeJS.ProcessEnv }} options `jar`: the built plugin; `env`: from `setUp`
 * @returns {Promise<{ env: Record<string, string>, state: string }>} `env`: variables for the tests, which
 * also run without them; none if the JVM wrote no archive
 */
export async function cacheStart({ jar, env }) {
  const classPath = await buildStandIn();
  const state = await runUnlessUpToDate({
    name: 'start-cache',
    inputs: [jar],
    environment: { java: env['JAVA_HOME'], classPath },
    outputs: [ARCHIVE, LIBRARIES],
    run: () => writeCache({ jar, env, classPath }),
  });
  if (!existsSync(ARCHIVE)) return { env: {}, state: 'the JVM wrote no archive' };
  return { env: { FC_CLASS_ARCHIVE: ARCHIVE, FC_UNPACKED_LIBRARIES: LIBRARIES }, state };
}

async function writeCache({ jar, env, classPath }) {
  for (const output of [ARCHIVE, LIBRARIES]) rmSync(output, { recursive: true, force: true });
  await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    let reportAnswer;
    const answered = new Promise((resolve) => (reportAnswer = resolve));
    const host = await startHost({
      classPath,
      pluginsDirectory: directory,
      behaviour: '2024',
      javaHome: env['JAVA_HOME'],
      jvmOptions: ['-XX:TieredStopAtLevel=1', `-XX:ArchiveClassesAtExit=${ARCHIVE}`],
      env: { ...env, REDIS_URL: redisUrl },
      onLine() {},
      onEvent({ event, channel }) {
        if (event === 'toClient' && channel === CHANNEL) reportAnswer();
      },
    });
    try {
      const player = randomUUID();
      await host.request('start', { jars: [jar] });
      await host.request('join', { player, name: 'cache', protocol: PROTOCOL });
      await host.request('arrive', { player });
      await host.request('send', { player, channel: CHANNEL, data: Buffer.from(REQUEST).toString('base64') });
      await Promise.race([answered, host.exited]);
    } finally {
      await host.stop();
    }
    cpSync(join(directory, 'feature-control', 'libraries'), LIBRARIES, { recursive: true });
  });
}
