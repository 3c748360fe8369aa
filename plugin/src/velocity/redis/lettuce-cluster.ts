import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisClusterUrl } from '../../../../shared/redis/url/redis-url.ts';
import type {
  RedisAsyncCommands,
  RedisClusterNode,
  RedisUri,
  StatefulRedisClusterConnection,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toArray, toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { ping } from './lettuce-connection.ts';
import type { ConnectionSource } from './lettuce-connection.ts';
import { connected } from './lettuce-error.ts';
import { addressOf } from './masters.ts';
import type { Masters } from './masters.ts';
import { clusterNodeUri } from './redis-uris.ts';

/**
 * Lets every command through. A circuit for the whole cluster would refuse commands to masters that answer as
 * another does not; Lettuce refuses those to that one as soon as it is disconnected.
 */
const OPEN_GATE = { run: <T>(command: () => Promise<T>) => command() };

/** Lettuce's own client for clusters, which knows the topology and follows redirections. */
export class LettuceCluster {
  readonly #url: RedisClusterUrl;
  readonly #access: LettuceAccess;
  #connection: StatefulRedisClusterConnection | undefined;
  /** Kept, as each call to the connection leaves the script. */
  #commands: RedisAsyncCommands | undefined;

  constructor(url: RedisClusterUrl, access: LettuceAccess) {
    this.#url = url;
    this.#access = access;
  }

  /**
   * The masters that serve slots, as Lettuce knows them. Connects first, where that has not yet succeeded.
   */
  async findMasters(): Promise<readonly RedisNode[]> {
    if (this.#connection === undefined) {
      this.#connection = await this.#access.client.connectToCluster(this.#url);
      this.#commands = this.#connection.async();
    }
    const nodes = toArray(this.#connection.getPartitions());
    return nodes.filter((node) => !node.hasNoSlots()).map(toNode);
  }

  uriOf(master: RedisNode): RedisUri {
    return clusterNodeUri(this.#url, master);
  }

  /** The connection by which Lettuce sends the commands for a master's keys, and which it closes itself. */
  sourceOf({ host, port }: RedisNode): ConnectionSource {
    const connect = async (): Promise<StatefulRedisConnection> => {
      if (this.#connection === undefined) throw new Error('the cluster is not connected');
      return await toPromise(this.#connection.getConnectionAsync(host, port), this.#access.executor);
    };
    return { connect, release: () => undefined };
  }

  check(redis: RedisAsyncCommands): Promise<void> {
    return ping(redis, this.#access.executor);
  }

  /** Lettuce finds the master of a key; what names none is sent to all masters. */
  createCommands(masters: Masters): LettuceCommands {
    const { executor } = this.#access;
    /** Sent to every master: without one, its keys would seem to be absent. @returns replies by address */
    const askAll = async <T>(command: (master: LettuceCommands) => Promise<T>): Promise<Map<string, T>> => {
      if (!masters.isWhole) throw new RedisError('unreachable', 'Not every master is connected');
      const asked = masters.all().map(async ({ node, connection }) => {
        const master = new LettuceCommands(() => connected(connection.commands), OPEN_GATE, executor);
        return [addressOf(node), await command(master)] as const;
      });
      return new Map(await Promise.all(asked));
    };
    const routed = new LettuceCommands(() => connected(this.#commands), OPEN_GATE, executor);
    return Object.assign(routed, {
      keysStartingWith: async (prefix: string): Promise<readonly string[]> => {
        const found = await askAll((master) => master.keysStartingWith(prefix));
        return [...new Set([...found.values()].flat())];
      },
      processes: async (): Promise<ServingProcesses> => {
        const processes = await askAll((master) => master.processes());
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

  /** @returns the address of the key's master; empty where none is known */
  #ownerOf(key: string): string {
    const slot = Java.type('io.lettuce.core.cluster.SlotHash').getSlot(key);
    const node = this.#connection?.getPartitions().getPartitionBySlot(slot);
    return node ? addressOf(toNode(node)) : '';
  }
}

function toNode(node: RedisClusterNode): RedisNode {
  const uri = node.getUri();
  return { host: uri.getHost(), port: uri.getPort() };
}
