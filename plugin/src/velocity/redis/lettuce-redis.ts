import { ClusterChangeFeed } from '../../../../shared/redis/changes/cluster-change-feed.ts';
import type { Logger } from '../../../../shared/logger.ts';
import { describeNodes } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import type { RedisAccess } from '../../service.ts';
import { ConnectionLog } from './connection-log.ts';
import { LettuceChangeFeed } from './lettuce-change-feed.ts';
import { LettuceClient } from './lettuce-client.ts';
import { LettuceConnection } from './lettuce-connection.ts';
import { createTopology } from './lettuce-topology.ts';
import { Masters } from './masters.ts';

export interface LettuceRedisOptions {
  readonly url: RedisUrl;
  /** Of authorities to trust, each the Base64 of one in DER; none for those that the JVM trusts. */
  readonly certificates: readonly string[];
  readonly commandTimeoutMs: number;
  /** Whether the service stays where the first attempt fails: at the start, and not on a reload. */
  readonly isRetried: boolean;
  readonly host: ScriptHost;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** How often the topology is looked at, in milliseconds. */
const TOPOLOGY_MS = 1000;

/**
 * Redis by Lettuce: two connections to each server that holds data, one for commands and one for changes.
 * Begins to connect, and returns at once, whether Redis is there or not.
 * @throws (a Java exception) where a certificate is none
 */
export function createLettuceRedis(options: LettuceRedisOptions): RedisAccess {
  const { url, certificates, commandTimeoutMs, host, timers, logger } = options;
  const executor = host.thread();
  const client = new LettuceClient({ certificates, commandTimeoutMs, executor });
  const log = new ConnectionLog(logger, describeNodes(url), options.isRetried);
  const topology = createTopology(url, { client, executor, timers });
  const kept = { host, timers, check: (redis: RedisAsyncCommands) => topology.check(redis) };
  const masters = new Masters(
    (node, state) => new LettuceConnection({ ...kept, ...topology.sourceOf(node), ...state }),
    log,
  );
  const changeFeed = new ClusterChangeFeed({
    watchMasters: (found) => masters.watch(found),
    feedOf: (node) =>
      new LettuceChangeFeed({
        ...{ host, timers },
        create: (rest) =>
          new LettuceConnection({ ...kept, ...client.sourceOf(topology.uriOf(node)), ...rest }),
        failed: (cause) => {
          // Where Redis cannot be reached, the connections for commands say so.
          if (masters.isWhole) log.changesUnheard(cause);
        },
      }),
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
    attempted: log.attempted,
    isConnected: () => masters.isWhole,
    close: async () => {
      stopWatching();
      masters.close();
      await client.shutDown();
    },
  };
}

/** Acts now, and again each time that some time has passed after that. @returns ends it */
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
