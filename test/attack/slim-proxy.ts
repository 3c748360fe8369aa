import { join } from 'node:path';
import { startMavenMirror, type MavenMirror } from '../support/jar/maven-mirror.ts';
import { makeSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';

const DISK_SIZE = '512m';

/**
 * A proxy with the slim jar, which downloads its libraries from a mirror to a disk with an adjustable size.
 */
export interface SlimProxy {
  readonly proxy: StandIn;
  readonly mirror: MavenMirror;
  readonly disk: SmallDisk;
  /** The folder of the plugin's libraries. */
  readonly libraries: string;
  stop(): Promise<void>;
}

export async function startSlimProxy(): Promise<SlimProxy> {
  const disk = makeSmallDisk(DISK_SIZE);
  const mirror = await startMavenMirror();
  mirror.behaviour = 'missing';
  const stopOthers = (): void => {
    mirror.stop();
    disk.remove();
  };
  const others = {
    stop() {
      stopOthers();
      return Promise.resolve();
    },
  };
  const proxy = await stopOnError(others, async () => {
    return await startStandIn({
      jars: [builtJar('slim')],
      pluginsDirectory: disk.path,
      redisUrl: testRedisUrl(),
      keyPrefix: uniquePrefix(),
      config: `[libraries]\nmirror = "${mirror.url}"\ntimeout-seconds = 1\n`,
    });
  });
  return {
    proxy,
    mirror,
    disk,
    libraries: join(disk.path, 'feature-control', 'libraries'),
    async stop() {
      await proxy.stop();
      stopOthers();
    },
  };
}
