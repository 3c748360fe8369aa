import type { Platform } from '../../../../shared/platform.ts';
import { ClusterChangeFeed } from '../../../../shared/redis/changes/cluster-change-feed.ts';
import { ServerConditions } from '../../../../shared/redis/server/server-conditions.ts';
import { describeNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { RedisAccess } from '../../blocklist-service.ts';
import { toPromise } from '../java-interop.ts';
import { ConnectionLog } from './connection-log.ts';
import { createLettuceClient } from './lettuce-client.ts';
import type { LettuceClientOptions } from './lettuce-client.ts';
import { LettuceConnection } from './lettuce-connection.ts';
import { createTopology } from './lettuce-topology.ts';
import { Masters } from './masters.ts';
import type { Master } from './masters.ts';

interface LettuceRedisOptions extends LettuceClientOptions, Platform {
  readonly url: RedisUrl;
  /** Whether a failed first attempt is retried: true at the start, false at a reload. */
  readonly isRetried: boolean;
  readonly host: ScriptHost;
}

/** The time between two checks of the topology, in milliseconds. */
const TOPOLOGY_MS = 1000;

/**
 * Creates the access to Redis with Lettuce: a connection to each master, which also reports changes. Starts
 * connecting and returns immediately, whether Redis is reachable or not.
 * @throws (a Java exception) if a certificate is invalid
 */
export function createLettuceRedis(options: LettuceRedisOptions): RedisAccess {
  const { url, host, clock, timers, logger } = options;
  const executor = host.thread();
  const client = createLettuceClient(options);
  const log = new ConnectionLog(logger, url, options.isRetried);
  const topology = createTopology(url, { client, executor, timers });
  const conditions = new ServerConditions({ logger });
  const masters = new Masters(
    (node, state) =>
      new LettuceConnection({
        executor,
        clock,
        timers,
        url,
        watch: conditions.watch(describeNode(node)),
        trackingRefused: (cause) => {
          log.trackingRefused(cause, node);
        },
        ...topology.sourceOf(node),
        ...state,
      }),
    log,
  );
  const changeFeed = new ClusterChangeFeed<Master>({
    watchMasters: (found) => masters.watch(found),
    feedOf: ({ connection }) => connection,
  });
  const stopWatching = repeat(timers, async () => {
    try {
      masters.set(await topology.findMasters());
    } catch (cause) {
      masters.notFound(cause);
    }
  });
  return {
    commands: topology.createCommands(masters),
    changeFeed,
    conditions,
    attempted: log.attempted,
    isConnected: () => masters.isFullyConnected,
    onConnected: masters.onConnected.bind(masters),
    onConnectionLost: masters.onConnectionLost.bind(masters),
    close: async () => {
      stopWatching();
      masters.close();
      await toPromise(client.shutDown(), executor);
    },
  };
}

/** Runs an action now, and again {@link TOPOLOGY_MS} after each run. @returns a function that stops it */
function repeat(timers: Timers, act: () => Promise<void>): CancelTimer {
  let cancel: CancelTimer = () => undefined;
  let ended = false;
  const actAgain = async (): Promise<void> => {
    await act();
    if (!ended) cancel = timers.after(TOPOLOGY_MS, () => void actAgain());
  };
  void actAgain();
  return () => {
    ended = true;
    cancel();
  };
}
