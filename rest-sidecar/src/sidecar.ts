import type { Logger } from '../../shared/logger.ts';
import { Mirror } from '../../shared/redis/mirror/mirror.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../shared/redis/url/redis-url.ts';
import { createApp } from './app.ts';
import type { SidecarConfig } from './config.ts';
import { Compressor } from './http/compressor.ts';
import { HttpServer } from './http/http-server.ts';
import type { ListenAddress } from './http/http-server.ts';
import { RepresentationFactory } from './http/representation.ts';
import { startOperators } from './operators/operators.ts';
import type { Operators } from './operators/operators.ts';
import type { FellowWorkers } from './platform/fellow-workers.ts';
import { NodeTimers } from './platform/node-timers.ts';
import { SystemClock } from './platform/system-clock.ts';
import { createChangeFeed } from './redis/create-change-feed.ts';
import { IoredisCoinsTradeStream } from './redis/ioredis-coins-trade-stream.ts';
import { IoredisCommands } from './redis/ioredis-commands.ts';
import { IoredisRecordCommands } from './redis/ioredis-record-commands.ts';
import { createRedisClient, watchLosses } from './redis/redis-client.ts';
import { warnOfVersion1 } from './redis/warn-of-version-1.ts';
import { createSnapshots } from './snapshots/create-snapshots.ts';
import type { SnapshotsDependencies } from './snapshots/create-snapshots.ts';
import { MirrorReport } from './snapshots/mirror-report.ts';
import { readApiPage } from './static/api-page.ts';
import { createOpenApiResource } from './static/open-api-resource.ts';

/** A running sidecar. */
export interface Sidecar {
  readonly port: number;
  /** Where operators are listened for; undefined for nowhere, or where another process does that. */
  readonly operatorsPort: number | undefined;
  stop(): Promise<void>;
}

/** What is there beside the sidecar. */
export interface Surroundings {
  /** What the build has made for `/docs`; nothing is served there without it. */
  readonly apiPageDirectory?: string;
  /** The other processes behind the same port; none by default. */
  readonly fellows?: FellowWorkers | undefined;
}

/** Of each resource. */
const MOST_UPDATES_PER_SECOND = 20;

/** While Redis reports no changes, they are looked for this often, in milliseconds. */
const POLL_MS = 1000;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Wires everything together, and listens.
 * @throws when the address cannot be listened on
 */
export async function startSidecar(
  config: SidecarConfig,
  logger: Logger,
  { apiPageDirectory, fellows }: Surroundings = {},
): Promise<Sidecar> {
  const platform = { clock: new SystemClock(), timers: new NodeTimers(), logger };
  const keys = new RedisKeys(config.keyPrefix);
  const served = { cacheControl: config.cacheControl, compressor: new Compressor() };
  const createFactory: CreateFactory = (cacheControl = config.cacheControl) =>
    new RepresentationFactory({ ...served, contentType: JSON_TYPE, cacheControl }, platform.clock);
  const apiPage =
    apiPageDirectory === undefined ? [] : readApiPage(apiPageDirectory, { ...served, clock: platform.clock });
  const data = createData(config, {
    ...platform,
    keys,
    createFactory,
    isFirst: (fellows?.number ?? 1) === 1,
  });
  const staticResources = [createOpenApiResource(createFactory(), config.api), ...apiPage];
  const app = createApp({ snapshots: data.snapshots.served, logger, staticResources });
  const server = new HttpServer(app, { ...config, logger });
  const startForThem = async (address: ListenAddress): Promise<Operators> =>
    await startOperators(address, {
      ...{ ...platform, keys, server, fellows },
      workers: fellows === undefined ? 1 : config.workers,
      connect: () =>
        createRedisClient(config.redis, { name: 'rest-sidecar-operators', timers: platform.timers }),
      health: () => data.snapshots.health.status,
      leftOut: () => data.mirror.rejectedCount,
      goingOn: () => data.mirror.lostCount + data.mirror.wrongTypeCount,
    });
  const operators = config.operators && (await startForThem(config.operators));
  const port = await server.listen(config).catch(async (error: unknown) => {
    await operators?.stop();
    data.close();
    throw error;
  });
  data.mirror.start();
  return {
    port,
    operatorsPort: operators?.port,
    async stop() {
      await operators?.stop();
      await server.stop();
      data.close();
    },
  };
}

type CreateFactory = SnapshotsDependencies['createFactory'];

interface DataDependencies extends Pick<
  SnapshotsDependencies,
  'keys' | 'createFactory' | 'clock' | 'timers'
> {
  readonly logger: Logger;
  /** Whether this is the only process, or the first of several. */
  readonly isFirst: boolean;
}

/** Connects to Redis. What is served is kept what Redis holds from `start()` on. */
function createData(config: SidecarConfig, { isFirst, ...dependencies }: DataDependencies) {
  const { keys, timers, logger } = dependencies;
  const redis = createRedisClient(config.redis, { name: 'rest-sidecar', timers, logger });
  const commands = new IoredisCommands(redis);
  const feedOptions = { name: 'rest-sidecar-changes', timers, logger };
  const mirror = new Mirror({
    ...{ ...dependencies, commands, what: 'keys', revalidateMs: config.resyncMs, pollMs: POLL_MS },
    changeFeed: createChangeFeed(redis, config.redis, feedOptions),
    mostUpdatesPerSecond: MOST_UPDATES_PER_SECOND,
    stateChanged: () => {
      report.update();
    },
  });
  watchLosses(redis, () => {
    mirror.noteLostConnection();
  });
  const snapshots = createSnapshots({
    ...{ ...dependencies, mirror, coinsTradesMaximum: config.coinsTradesMaximum },
    commands: new IoredisRecordCommands(redis),
    stream: new IoredisCoinsTradeStream(redis, keys.coinsTrades),
  });
  const endpoint = describeNodes(config.redis.url);
  const { contents, health } = snapshots;
  const loaded = (): void => {
    if (isFirst) void warnOfVersion1(redis, keys, logger);
  };
  const report = new MirrorReport({ mirror, health, logger, endpoint, contents, loaded });
  return {
    snapshots,
    mirror,
    close() {
      mirror.close();
      snapshots.close();
      redis.disconnect();
    },
  };
}
