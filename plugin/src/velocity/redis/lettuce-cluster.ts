import { Circuit } from '../../../../shared/redis/circuit.ts';
import { ClusterChangeFeed } from '../../../../shared/redis/changes/cluster-change-feed.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisClusterUrl } from '../../../../shared/redis/url/redis-url.ts';
import { ClusterCommands } from '../../cluster/cluster-commands.ts';
import { ClusterMap } from '../../cluster/cluster-map.ts';
import type { ClusterNode, NodeListener } from '../../cluster/cluster-node.ts';
import type { RedisAccess } from '../../redis-access.ts';
import { LettuceChangeFeed } from './lettuce-change-feed.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { LettuceConnection } from './lettuce-connection.ts';
import type { LettuceAccess, LettucePlace } from './lettuce-connection.ts';
import { toPromise } from '../to-promise.ts';
import type { Attempt } from './attempt.ts';
import { readSlotRanges } from './read-slot-ranges.ts';
import { serverPlace } from './lettuce-places.ts';
import { clusterNodeUri } from './redis-uris.ts';

/** A cluster: one connection for commands to each master, and one more for each change feed. */
export function createLettuceCluster(
  access: LettuceAccess,
  url: RedisClusterUrl,
  attempt: Attempt,
): RedisAccess {
  const placeOf = (node: RedisNode): LettucePlace => serverPlace(clusterNodeUri(url, node));
  const map = new ClusterMap({
    seeds: url.nodes,
    openNode: (node, listener) => openNode(access, node, placeOf(node), listener),
    slotOf: (key) => Java.type('io.lettuce.core.cluster.SlotHash').getSlot(key),
    timers: access.timers,
    whole: attempt.up,
    broken: attempt.down,
  });
  map.open();
  return {
    commands: new ClusterCommands(map),
    changeFeed: new ClusterChangeFeed({
      watchMasters: (found) => map.watchMasters(found),
      feedOf: (master) =>
        new LettuceChangeFeed(access, placeOf(master), (cause) => {
          // Where the cluster is not whole, its connections for commands say so.
          if (map.isWhole) attempt.deaf(cause);
        }),
    }),
    attempted: attempt.over,
    isConnected: () => map.isWhole,
    close: async () => {
      map.close();
      await access.client.shutDown();
    },
  };
}

/** With a circuit of its own, so that a server which hangs is no burden on the others. */
function openNode(
  access: LettuceAccess,
  node: RedisNode,
  place: LettucePlace,
  { up, down }: NodeListener,
): ClusterNode {
  const { host, timers } = access;
  const prepare = () => Promise.resolve();
  const connection = new LettuceConnection({ ...access, place, prepare, up, down });
  const circuit = new Circuit(timers);
  const commands = () => connection.commands;
  connection.open();
  return {
    node,
    commands: new LettuceCommands({ commands }, circuit, host.thread()),
    asking: new LettuceCommands({ commands, asking: true }, circuit, host.thread()),
    get isUp() {
      return connection.commands !== undefined;
    },
    slots: async () => {
      const redis = commands();
      return redis === undefined
        ? []
        : readSlotRanges(await toPromise(redis.clusterSlots(), host.thread()), node);
    },
    close: () => {
      connection.close();
    },
  };
}
