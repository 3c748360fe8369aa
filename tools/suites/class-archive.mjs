import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchProxy } from '../bench/plugin/bench-proxy.mjs';
import { startBenchRedis } from '../bench/plugin/bench-redis.mjs';
import { twentyFeatures } from '../bench/plugin/requests.mjs';
import { runUnlessUpToDate } from '../build-steps/up-to-date.mjs';
import { buildStandIn } from '../development-proxy/build.mjs';
import { DEV_DIRECTORY } from '../files/paths.mjs';

const ARCHIVE = join(DEV_DIRECTORY, 'classes.jsa');

/**
 * Archives the classes that a proxy with the plugin loads, by class-data sharing: the JVMs of the tests then
 * map the classes instead of reading and verifying them, which was most of the CPU time of a start.
 * Classes of another jar are loaded normally. See `FC_CLASS_ARCHIVE` in test/README.md.
 * @param {{ jar: string, env: NodeJS.ProcessEnv }} options `jar`: the built plugin; `env`: from `setUp`
 * @returns {Promise<{ path: string | undefined, state: string }>} `path`: undefined if the JVM wrote no
 * archive
 */
export async function archiveClasses({ jar, env }) {
  const classPath = await buildStandIn();
  const state = await runUnlessUpToDate({
    name: 'class-archive',
    recipe: { java: env['JAVA_HOME'], classPath },
    outputs: [ARCHIVE],
    inputs: () => [jar],
    run: () => writeArchive({ classPath, jar, env }),
  });
  return existsSync(ARCHIVE) ? { path: ARCHIVE, state } : { path: undefined, state: 'the JVM wrote none' };
}

async function writeArchive({ classPath, jar, env }) {
  rmSync(ARCHIVE, { force: true });
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-classes-'));
  const redis = await startBenchRedis(env['FC_REDIS_SERVER'], directory);
  try {
    const proxy = await startBenchProxy({
      ...{ classPath, env },
      jars: [jar],
      directory: join(directory, 'plugins'),
      redisUrl: redis.url,
      jvmOptions: ['-XX:TieredStopAtLevel=1', `-XX:ArchiveClassesAtExit=${ARCHIVE}`],
    });
    try {
      const [player] = await proxy.join(1);
      await proxy.ask(player, twentyFeatures());
    } finally {
      await proxy.stop();
    }
  } finally {
    await redis.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
