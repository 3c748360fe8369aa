import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import type { RedisCommands } from '../../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { keyOf } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisClusterUrl } from '../../../../shared/redis/url/redis-url.ts';
import type {
  RedisAsyncCommands,
  RedisClusterNode,
  StatefulRedisClusterConnection,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toArray, toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import type { ConnectionSource } from './lettuce-connection.ts';
import { connected } from './lettuce-error.ts';
import type { Masters } from './masters.ts';
import { serverUri } from './redis-uris.ts';

/** Lettuce's own client for clusters, which knows the topology and follows redirections. */
export class LettuceCluster {
  readonly #url: RedisClusterUrl;
  readonly #access: LettuceAccess;
  #connection: StatefulRedisClusterConnection | undefined;
  /** Cached, as each call of a Java method is expensive. */
  #commands: RedisAsyncCommands | undefined;

  constructor(url: RedisClusterUrl, access: LettuceAccess) {
    this.#url = url;
    this.#access = access;
  }

  /** Returns the masters that serve slots, according to Lettuce. Connects first if not connected yet. */
  async findMasters(): Promise<readonly RedisNode[]> {
    if (this.#connection === undefined) {
      const { client, executor } = this.#access;
      const seeds = this.#url.nodes.map((node) => serverUri(this.#url, node));
      this.#connection = await toPromise(client.connectToCluster(seeds), executor);
      this.#commands = this.#connection.async();
    }
    const nodes = toArray(this.#connection.getPartitions());
    return nodes.filter((node) => !node.hasNoSlots()).map(toNode);
  }

  /** Returns the connection on which Lettuce sends commands to a master. Lettuce closes it itself. */
  sourceOf({ host, port }: RedisNode): ConnectionSource {
    const connect = async (): Promise<StatefulRedisConnection> => {
      if (this.#connection === undefined) throw new Error('the cluster is not connected');
      return await toPromise(this.#connection.getConnectionAsync(host, port), this.#access.executor);
    };
    return { connect, release: () => undefined };
  }

  /**
   * Creates the commands. Lettuce routes a command to the master of its key; commands without a key are sent
   * to all masters.
   */
  createCommands(masters: Masters): LettuceCommands {
    const { executor } = this.#access;
    /**
     * Sends a command to all masters. Rejects unless all are connected, as the keys of a missing one would
     * seem to be absent.
     * @returns the replies by address
     */
    const sendToAll = async <T>(
      command: (master: LettuceCommands) => Promise<T>,
    ): Promise<Map<string, T>> => {
      if (!masters.isFullyConnected) throw new RedisError('unreachable', 'Not every master is connected');
      const replies = masters.all().map(async (master) => {
        const commands = new LettuceCommands(() => connected(master.connection.commands), executor);
        return [keyOf(master), await command(commands)] as const;
      });
      return new Map(await Promise.all(replies));
    };
    // Lettuce would send the commands of a key to whichever server has the address of its master.
    const server = () => connected(masters.hasAnyWrongTopology ? undefined : this.#commands);
    const routed = new LettuceCommands(server, executor);
    return Object.assign(routed, {
      keysStartingWith: async (...args: Parameters<RedisCommands['keysStartingWith']>) => {
        const found = await sendToAll((master) => master.keysStartingWith(...args));
        return [...new Set([...found.values()].flat())];
      },
      processes: async (): Promise<ServingProcesses> => {
        const processes = await sendToAll((master) => master.processes());
        return {
          ids: [...processes.values()].flatMap(({ ids }) => ids),
          of: (key) => {
            const process = processes.get(this.#ownerOf(key));
            if (process === undefined)
              throw new RedisError('unreachable', 'The master of the key is not known');
            return process.of(key);
          },
        };
      },
    });
  }

  /** @returns the address of the key's master; empty if none is known */
  #ownerOf(key: string): string {
    const slot = Java.type('io.lettuce.core.cluster.SlotHash').getSlot(key);
    const node = this.#connection?.getPartitions().getPartitionBySlot(slot);
    return node ? keyOf(toNode(node)) : '';
  }
}

function toNode(node: RedisClusterNode): RedisNode {
  const uri = node.getUri();
  return { host: uri.getHost(), port: uri.getPort() };
}
