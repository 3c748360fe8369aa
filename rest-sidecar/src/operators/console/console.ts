import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../../shared/clock.ts';
import type { Logger } from '../../../../shared/logger.ts';
import type { ChangeFeed } from '../../../../shared/redis/changes/change-feed.ts';
import { Mirror } from '../../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../../shared/timers.ts';
import { IoredisCommands } from '../../redis/ioredis-commands.ts';
import { watchLosses } from '../../redis/redis-client.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import type { OperatorRoute } from '../operator-routes.ts';
import type { TokenStore } from '../token-store.ts';
import { consoleAssets } from './console-assets.ts';
import { ConsoleLists } from './console-lists.ts';
import { consoleRoutes } from './console-routes.ts';
import { EventStreams } from './event-streams.ts';
import { LimitedPlayersView } from './limited-players.ts';

export interface ConsoleDependencies {
  readonly redis: RedisClient;
  readonly changeFeed: ChangeFeed;
  readonly keys: RedisKeys;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** What the build has made for the browser; no page is served without it. */
  readonly directory: string;
  /** Missed changes are looked for this often, in milliseconds. */
  readonly revalidateMs: number;
}

/** Changes of one kind that are reported to consoles, at most. */
const MOST_UPDATES_PER_SECOND = 20;
/** While Redis reports no changes, they are looked for this often, in milliseconds. */
const POLL_MS = 2000;

/** The console in the browser, on the side of the listener. */
export interface Console {
  readonly routes: readonly OperatorRoute[];
  stop(): void;
}

/** Begins to watch what consoles show. Returns at once, whether Redis is there or not. */
export function startConsole(dependencies: ConsoleDependencies): Console {
  const { clock, directory, keys, redis } = dependencies;
  const streams = new EventStreams(dependencies);
  let isConnected = true;
  const mirror = new Mirror({
    ...dependencies,
    logger: quiet(dependencies.logger),
    commands: new IoredisCommands(redis),
    what: 'lists for the console',
    pollMs: POLL_MS,
    mostUpdatesPerSecond: MOST_UPDATES_PER_SECOND,
    stateChanged: () => {
      if (isConnected === (mirror.failure === undefined)) return;
      isConnected = !isConnected;
      streams.publishOnce('store', { isConnected });
    },
  });
  watchLosses(redis, () => {
    mirror.noteLostConnection();
  });
  const process = randomBytes(6).toString('hex');
  const lists = new ConsoleLists({ ...dependencies, mirror, streams, process });
  const limited = new LimitedPlayersView(redis, keys, clock);
  mirror.start();
  return {
    routes: [...consoleRoutes({ clock, limited, lists, streams }), ...consoleAssets(directory)],
    stop() {
      mirror.close();
      streams.stop();
    },
  };
}

/** What is wrong with Redis and with lists is logged by those that serve them. */
function quiet(logger: Logger): Logger {
  const debug = logger.debug.bind(logger);
  return { debug, info: debug, warn: debug, error: debug };
}
