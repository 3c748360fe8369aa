import type { ClusterNode, Commands, NodeListener } from '../../../plugin/src/cluster/cluster-node.ts';
import type { SlotRange } from '../../../plugin/src/cluster/slot-table.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { oneProcess } from '../../../shared/redis/loss/serving-processes.ts';

/** Servers of a cluster, whose connections come and go as a test says. A key is its own slot. */
export class FakeCluster {
  readonly servers = new Map<string, FakeServer>();
  /** What every server tells, unless it has something else to say. */
  told: readonly SlotRange[] = [];

  readonly openNode = (node: RedisNode, listener: NodeListener): ClusterNode => {
    const server = new FakeServer(this, node, listener);
    this.servers.set(node.host, server);
    return server;
  };

  server(host: string): FakeServer {
    const server = this.servers.get(host);
    if (server === undefined) throw new Error(`nobody connects to ${host}`);
    return server;
  }
}

export class FakeServer implements ClusterNode {
  readonly node: RedisNode;
  readonly commands = this.#commands('');
  readonly asking = this.#commands('ASKING ');
  readonly calls: string[] = [];
  isUp = false;
  isClosed = false;
  /** By key, what a command is refused with. */
  readonly refusals = new Map<string, string>();
  readonly #cluster: FakeCluster;
  readonly #listener: NodeListener;

  constructor(cluster: FakeCluster, node: RedisNode, listener: NodeListener) {
    this.#cluster = cluster;
    this.node = node;
    this.#listener = listener;
  }

  connect(): void {
    this.isUp = true;
    this.#listener.up();
  }

  lose(cause: unknown): void {
    this.isUp = false;
    this.#listener.down(cause);
  }

  slots(): Promise<readonly SlotRange[]> {
    return Promise.resolve(this.#cluster.told);
  }

  close(): void {
    this.isClosed = true;
  }

  #commands(word: string): Commands {
    const run = (name: string, key: string): void => {
      this.calls.push(`${word}${name} ${key}`);
      const refusal = word === '' ? this.refusals.get(key) : undefined;
      if (refusal !== undefined) throw new RedisError('refused', refusal);
    };
    const commands: Partial<Commands> = {
      smembers: async (keys) => {
        for (const key of keys) run('SMEMBERS', key);
        return await Promise.resolve(keys.map(() => new Set([this.node.host])));
      },
      scard: async (keys) => {
        for (const key of keys) run('SCARD', key);
        return await Promise.resolve(keys.map((key) => Number(key)));
      },
      keysStartingWith: async (prefix) =>
        await Promise.resolve([`${prefix}${this.node.host}`, `${prefix}both`]),
      processes: async () => await Promise.resolve(oneProcess(`run of ${this.node.host}`)),
    };
    return commands as Commands;
  }
}
