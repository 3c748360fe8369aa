import type { Logger } from '../../shared/logger.ts';
import { LossWatch } from '../../shared/redis/loss/loss-watch.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { WrongTypes } from '../../shared/redis/wrong-types.ts';
import type { Timers } from '../../shared/timers.ts';
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
import { askProcesses } from './redis/ask-processes.ts';
import { createChangeFeed } from './redis/create-change-feed.ts';
import { IoredisCoinsTradeStream } from './redis/ioredis-coins-trade-stream.ts';
import { IoredisHashSource } from './redis/ioredis-hash-source.ts';
import { createRedisClient, watchLosses } from './redis/redis-client.ts';
import { createSnapshots } from './snapshots/create-snapshots.ts';
import type { SnapshotsDependencies } from './snapshots/create-snapshots.ts';
import { LiveSnapshots } from './snapshots/live-snapshots.ts';
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
  const data = createData(config, { ...platform, keys, createFactory });
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
      leftOut: () => data.snapshots.leftOut.count,
      goingOn: data.goingOn,
    });
  const operators = config.operators && (await startForThem(config.operators));
  const port = await server.listen(config).catch(async (error: unknown) => {
    await operators?.stop();
    data.disconnect();
    throw error;
  });
  data.live.start();
  return {
    port,
    operatorsPort: operators?.port,
    async stop() {
      await operators?.stop();
      await server.stop();
      data.live.close();
      data.disconnect();
    },
  };
}

type CreateFactory = SnapshotsDependencies['createFactory'];

interface DataDependencies extends Pick<
  SnapshotsDependencies,
  'keys' | 'createFactory' | 'clock' | 'logger'
> {
  readonly timers: Timers;
}

/** Connects to Redis. What is served is kept what Redis holds from `live.start()` on. */
function createData(config: SidecarConfig, { timers, ...dependencies }: DataDependencies) {
  const { keys, clock, logger } = dependencies;
  const redis = createRedisClient(config.redis, { name: 'rest-sidecar', timers, logger });
  const changeFeed = createChangeFeed(redis, config.redis, {
    name: 'rest-sidecar-changes',
    timers,
    logger,
  });
  const processes = { processes: async () => await askProcesses(redis) };
  const losses = new LossWatch({ commands: processes, logger, what: 'keys' });
  watchLosses(redis, () => {
    losses.noteDoubt();
  });
  const wrongTypes = new WrongTypes(logger);
  const snapshots = createSnapshots({
    ...{ ...dependencies, losses, wrongTypes },
    source: new IoredisHashSource(redis),
    stream: new IoredisCoinsTradeStream(redis, keys.coinsTrades),
    coinsTradesMaximum: config.coinsTradesMaximum,
  });
  const live = new LiveSnapshots({
    ...{ ...snapshots, losses, wrongTypes },
    ...{ changeFeed, clock, timers, logger, resyncMs: config.resyncMs },
  });
  return {
    snapshots,
    live,
    /** How many keys are served as last known. */
    goingOn: () => losses.lostCount + wrongTypes.count,
    disconnect() {
      redis.disconnect();
    },
  };
}
