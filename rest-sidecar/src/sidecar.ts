import { HttpServer, urlOf } from '../../node/http/http-server.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { connectMirror } from '../../node/redis/mirroring/connect-mirror.ts';
import { SystemClock } from '../../node/system-clock.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Platform } from '../../shared/platform.ts';
import type { RecentWarnings } from '../../shared/recent-warnings.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../shared/redis/url/redis-url.ts';
import { VERSION } from '../../shared/version.ts';
import { createApp } from './app.ts';
import type { SidecarConfig } from './config.ts';
import { createHeartbeat } from './heartbeat.ts';
import { Compressor } from './http/compressor.ts';
import { SERVER_ERRORS } from './http/errors.ts';
import { RepresentationFactory } from './http/representation.ts';
import { createSnapshots } from './snapshots/snapshots.ts';
import type { SnapshotsDependencies } from './snapshots/snapshots.ts';
import { createStaticResources } from './static-resources.ts';

/** A running sidecar. */
export interface Sidecar {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Wires the parts together, and starts to listen.
 * @param apiPageDirectory the directory of the built files for `/docs`; without it, `/docs` is not served
 * @throws if the server cannot listen on the address
 */
export async function startSidecar(
  config: SidecarConfig,
  logger: RecentWarnings,
  apiPageDirectory = '',
): Promise<Sidecar> {
  const platform = { clock: new SystemClock(), timers: new NodeTimers(), logger };
  const keys = new RedisKeys(config.keyPrefix);
  const factory = createRepresentationFactory(config, platform.clock);
  const data = connectData(config, { ...platform, keys, factory });
  const staticResources = createStaticResources(config.api, apiPageDirectory, factory);
  const app = createApp({ snapshots: data.snapshots, logger, staticResources });
  const server = new HttpServer(app, { ...config, ...SERVER_ERRORS, logger });
  const heartbeat = createHeartbeat({ ...platform, ...data, keys, server, port: () => port });
  const stop = async (): Promise<void> => {
    // At the same time, so that the next response on each connection already has `Connection: close`.
    await Promise.all([server.stop(), heartbeat.stop()]);
    data.close();
  };
  const port = await server.listen(config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  logger.info(`The REST sidecar ${VERSION} listens on ${urlOf({ ...config, port })}`);
  data.mirror.start();
  heartbeat.start();
  return { port, stop };
}

/** Returns a factory of JSON representations with the configured `Cache-Control`. */
function createRepresentationFactory({ cacheControl }: SidecarConfig, clock: Clock): RepresentationFactory {
  const contentType = 'application/json; charset=utf-8';
  return new RepresentationFactory({ contentType, cacheControl, compressor: new Compressor() }, clock);
}

type DataDependencies = Platform & Pick<SnapshotsDependencies, 'keys' | 'factory'>;

/** Connects to Redis. From `mirror.start()` on, the mirror keeps the snapshots up to date. */
function connectData(config: SidecarConfig, dependencies: DataDependencies) {
  const { close, commands, conditions, mirror } = connectMirror(config.redis, {
    ...dependencies,
    name: 'rest-sidecar',
    revalidateMs: config.resyncMs,
    stateChanged: () => {
      snapshots.health.update();
    },
  });
  const snapshots = createSnapshots({
    ...dependencies,
    mirror,
    conditions,
    commands,
    coinsTradesMaximum: config.coinsTradesMaximum,
    endpoint: describeNodes(config.redis.url),
  });
  return {
    snapshots,
    mirror,
    commands,
    close() {
      snapshots.close();
      close();
    },
  };
}
