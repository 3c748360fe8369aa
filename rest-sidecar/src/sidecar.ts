import type { Logger } from '../../shared/logger.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { createApp } from './app.ts';
import type { SidecarConfig } from './config.ts';
import { Compressor } from './http/compressor.ts';
import { HttpServer } from './http/http-server.ts';
import { RepresentationFactory } from './http/representation.ts';
import { NodeTimers } from './platform/node-timers.ts';
import { SystemClock } from './platform/system-clock.ts';
import { IoredisChangeFeed } from './redis/ioredis-change-feed.ts';
import { IoredisCoinsTradeStream } from './redis/ioredis-coins-trade-stream.ts';
import { IoredisCommands } from './redis/ioredis-commands.ts';
import { createRedisConnection } from './redis/redis-connection.ts';
import { createSnapshots } from './snapshots/create-snapshots.ts';
import { LiveSnapshots } from './snapshots/live-snapshots.ts';

/** A running sidecar. */
export interface Sidecar {
  readonly port: number;
  stop(): Promise<void>;
}

/** Wires everything together, and listens. @throws when the address cannot be listened on */
export async function startSidecar(config: SidecarConfig, logger: Logger): Promise<Sidecar> {
  const clock = new SystemClock();
  const timers = new NodeTimers();
  const keys = new RedisKeys(config.keyPrefix);
  const connect = (name: string) => createRedisConnection({ url: config.redisUrl, name, timers });
  const redis = connect('rest-sidecar');
  const changeFeed = new IoredisChangeFeed({
    connect: () => connect('rest-sidecar-changes'),
    timers,
    logger,
  });
  const snapshots = createSnapshots({
    keys,
    commands: new IoredisCommands(redis),
    stream: new IoredisCoinsTradeStream(redis, keys.coinsTrades),
    createFactory: (cacheControl = config.cacheControl) =>
      new RepresentationFactory(
        { contentType: 'application/json; charset=utf-8', cacheControl, compressor: new Compressor() },
        clock,
      ),
    coinsTradesMaximum: config.coinsTradesMaximum,
    clock,
    logger,
  });
  const { resyncMs } = config;
  const live = new LiveSnapshots({ ...snapshots, changeFeed, clock, timers, logger, resyncMs });
  const server = new HttpServer(createApp({ snapshots: snapshots.served, logger }), { ...config, logger });
  const port = await server.listen(config).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  live.start();
  return {
    port,
    async stop() {
      await server.stop();
      live.close();
      redis.disconnect();
    },
  };
}
