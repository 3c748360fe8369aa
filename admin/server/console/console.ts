import { randomBytes } from 'node:crypto';
import { cachedFor } from '../../../shared/cached-for.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import { oneProcess } from '../../../shared/redis/loss/serving-processes.ts';
import type { MirrorCommands } from '../../../shared/redis/mirror/mirror.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { NodeEvent, RejectedList } from '../../../shared/rest/console.ts';
import type { Timers } from '../../../shared/timers.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { readRecentNames } from '../../../node/redis/recent-names.ts';
import { onConnectionLost } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { OperatorRoute } from '../operator-routes.ts';
import { quietLogger } from '../quiet-logger.ts';
import type { TokenStore } from '../token-store.ts';
import { consoleAssets } from './console-assets.ts';
import { ConsoleClock } from './console-clock.ts';
import { ConsoleLists } from './console-lists.ts';
import { consoleRoutes } from './console-routes.ts';
import { EventStreams } from './event-streams.ts';
import { readLimitedPlayers } from './limited-players.ts';
import { heartbeatKind, NodeHistory } from './node-history.ts';
import { watchHistory } from './watch-history.ts';

export interface ConsoleDependencies {
  readonly redis: RedisClient;
  readonly changeFeed: ChangeFeed;
  readonly keys: RedisKeys;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** The mirror of the data that the public interface serves. */
  readonly served: Pick<Mirror, 'rejected' | 'rejectedCount' | 'wrongTypeCount'>;
  /** Directory with the built console; without it, no page is served, and a warning is logged. */
  readonly directory: string;
  /** Interval of the checks for missed changes, in milliseconds. */
  readonly revalidateMs: number;
}

/** Polling interval while Redis does not report changes. */
const POLL_MS = 2000;

/** Lifetime of the limited players in the cache: finding their keys takes a `SCAN`. */
const LIMITED_LIFETIME_MS = 3000;

/** Maximum number of rejected values that are listed. */
const MAX_REJECTED = 1000;

/** The server side of the console in the browser. */
export interface Console {
  readonly routes: readonly OperatorRoute[];
  stop(): void;
}

/** Starts to mirror the data that consoles show. Returns immediately, even if Redis is unreachable. */
export function startConsole(dependencies: ConsoleDependencies): Console {
  const { clock, directory, keys, redis, served } = dependencies;
  const commands = new IoredisCommands(redis);
  let isConnected = true;
  const streams = new EventStreams({ ...dependencies, isStoreConnected: () => isConnected });
  const mirror = new Mirror({
    ...dependencies,
    changeFeed: watchHistory({ ...dependencies, streams }),
    logger: quietLogger(dependencies.logger),
    commands: withoutProcesses(commands),
    dataName: 'lists for the console',
    pollMs: POLL_MS,
    stateChanged: () => {
      if (isConnected === (mirror.failure === undefined)) return;
      isConnected = !isConnected;
      streams.publishStoreState();
    },
  });
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  const instanceId = randomBytes(6).toString('hex');
  const lists = new ConsoleLists({ ...dependencies, mirror, streams, instanceId });
  const nodes = watchNodes(mirror, commands, { keys, streams });
  const rejected = () => rejectedIn([served, mirror]);
  const limited = cachedFor(LIMITED_LIFETIME_MS, clock, () => readLimitedPlayers(redis, keys));
  const names = () => readRecentNames(redis, keys);
  const redisClock = new ConsoleClock({ ...dependencies, commands });
  const routes = consoleRoutes({ clock: redisClock, limited, lists, names, nodes, rejected, streams });
  mirror.start();
  return {
    routes: [...routes, ...consoleAssets(directory, dependencies.logger)],
    stop() {
      mirror.close();
      streams.stop();
    },
  };
}

function watchNodes(
  mirror: Mirror,
  commands: IoredisCommands,
  { keys, streams }: { readonly keys: RedisKeys; readonly streams: EventStreams },
): NodeHistory {
  const history = new NodeHistory();
  const heartbeats = mirror.add(heartbeatKind(commands, keys));
  heartbeats.listen({
    changed: (changed) => {
      for (const key of changed) {
        const record = heartbeats.get(key);
        const id = key.slice(keys.nodes.length);
        const sample = record && history.add(id, record);
        const event: NodeEvent = { id, ...record, sample, isGone: record === undefined };
        streams.publishOnce('node', event, 'metrics:read');
      }
    },
  });
  return history;
}

function rejectedIn(mirrors: readonly ConsoleDependencies['served'][]): RejectedList {
  return {
    rejected: mirrors.flatMap((mirror) => mirror.rejected(MAX_REJECTED)).slice(0, MAX_REJECTED),
    total: sum(mirrors.map((mirror) => mirror.rejectedCount + mirror.wrongTypeCount)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Makes all processes of Redis look like one that never ends: consoles show what Redis contains, also after
 * it has lost its data (ADR 12).
 */
function withoutProcesses(commands: IoredisCommands): MirrorCommands {
  return {
    keysStartingWith: commands.keysStartingWith.bind(commands),
    processes: () => Promise.resolve(oneProcess('redis')),
  };
}
