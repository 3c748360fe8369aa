import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchProxy } from '../measure/plugin/bench-proxy.mjs';
import { withBenchRedis } from '../measure/plugin/bench-redis.mjs';
import { twentyFeatures } from '../measure/plugin/requests.mjs';
import { runUnlessUpToDate } from '../assemble/steps/up-to-date.mjs';
import { buildStandIn } from '../development-proxy/build.mjs';
import { DEV_DIRECTORY } from '../files/paths.mjs';

const ARCHIVE = join(DEV_DIRECTORY, 'classes.jsa');
const LIBRARIES = join(DEV_DIRECTORY, 'unpacked-libraries');

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
    recipe: { java: env['JAVA_HOME'], classPath },
    outputs: [ARCHIVE, LIBRARIES],
    inputs: () => [jar],
    run: () => writeCache({ jar, env }),
  });
  if (!existsSync(ARCHIVE)) return { env: {}, state: 'the JVM wrote no archive' };
  return { env: { FC_CLASS_ARCHIVE: ARCHIVE, FC_UNPACKED_LIBRARIES: LIBRARIES }, state };
}

async function writeCache({ jar, env }) {
  for (const output of [ARCHIVE, LIBRARIES]) rmSync(output, { recursive: true, force: true });
  await withBenchRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    const plugins = join(directory, 'plugins');
    const proxy = await startBenchProxy({
      jars: [jar],
      directory: plugins,
      redisUrl,
      env,
      jvmOptions: ['-XX:TieredStopAtLevel=1', `-XX:ArchiveClassesAtExit=${ARCHIVE}`],
    });
    try {
      const [player] = await proxy.join(1);
      await proxy.ask(player, twentyFeatures());
    } finally {
      await proxy.stop();
    }
    cpSync(join(plugins, 'feature-control', 'libraries'), LIBRARIES, { recursive: true });
  });
}
