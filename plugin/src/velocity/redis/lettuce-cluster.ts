import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisClusterUrl } from '../../../../shared/redis/url/redis-url.ts';
import type {
  RedisAsyncCommands,
  RedisClusterNode,
  StatefulRedisClusterConnection,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toArray } from '../to-array.ts';
import type { LettuceClient } from './lettuce-client.ts';

/** Lettuce's own client for clusters, which knows the topology and follows redirections. */
export class LettuceCluster {
  readonly #client: LettuceClient;
  readonly #url: RedisClusterUrl;
  #connection: StatefulRedisClusterConnection | undefined;
  #commands: RedisAsyncCommands | undefined;

  constructor(client: LettuceClient, url: RedisClusterUrl) {
    this.#client = client;
    this.#url = url;
  }

  /** Undefined before anything of the cluster is known. */
  get commands(): RedisAsyncCommands | undefined {
    return this.#commands;
  }

  /** The masters that serve slots, as Lettuce knows them. Connects first, where that has not yet succeeded. @throws where no server answers */
  async findMasters(): Promise<readonly RedisNode[]> {
    if (this.#connection === undefined) {
      this.#connection = await this.#client.connectToCluster(this.#url);
      this.#commands = this.#connection.async();
    }
    const nodes = toArray(this.#connection.getPartitions());
    return nodes.filter((node) => !node.hasNoSlots()).map(toNode);
  }

  /** The connection by which Lettuce sends the commands for a master's keys. */
  async connectTo(node: RedisNode): Promise<StatefulRedisConnection> {
    if (this.#connection === undefined) throw new Error('the cluster is not connected');
    return await this.#client.connectToMaster(this.#connection, node);
  }

  /** The master of a key. @throws {RedisError} where none is known */
  ownerOf(key: string): RedisNode {
    const slot = Java.type('io.lettuce.core.cluster.SlotHash').getSlot(key);
    const node = this.#connection?.getPartitions().getPartitionBySlot(slot);
    if (!node) throw new RedisError('unreachable', 'The master of the key is not known');
    return toNode(node);
  }
}

function toNode(node: RedisClusterNode): RedisNode {
  const uri = node.getUri();
  return { host: uri.getHost(), port: uri.getPort() };
}
