import type { Subscription } from '../../../../shared/redis/changes/change-feed.ts';
import { keyOf } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { LettuceConnection, LettuceConnectionDependencies } from './lettuce-connection.ts';

/** Opens a connection. It calls `up` and `down` when its state changes. */
type CreateConnection = (
  node: RedisNode,
  state: Pick<LettuceConnectionDependencies, 'up' | 'down'>,
) => LettuceConnection;

/** The server, and the connection to it. */
export interface Master extends RedisNode {
  readonly connection: LettuceConnection;
}

/**
 * The current masters, with a connection for commands to each: one server, the master named by Sentinels, or
 * all masters of a cluster.
 */
export class Masters {
  readonly #create: CreateConnection;
  readonly #log: ConnectionLog;
  readonly #masters = new Map<string, Master>();
  #isClosed = false;
  readonly #watchers = new Set<(masters: readonly Master[]) => void>();
  #connected: () => void = () => undefined;
  #connectionLost: () => void = () => undefined;

  constructor(create: CreateConnection, log: ConnectionLog) {
    this.#create = create;
    this.#log = log;
  }

  /** Whether every master is connected. */
  get isFullyConnected(): boolean {
    return this.#masters.size > 0 && this.all().every(({ connection }) => connection.commands !== undefined);
  }

  /** Whether a master was replaced by a server of another topology. */
  get hasAnyWrongTopology(): boolean {
    return this.all().some(({ connection }) => connection.hasWrongTopology);
  }

  /** The connection to the only master, unless it is a cluster; undefined until the master is known. */
  get first(): LettuceConnection | undefined {
    return this.#masters.values().next().value?.connection;
  }

  all(): readonly Master[] {
    return [...this.#masters.values()];
  }

  /**
   * Sets the masters: connects to new ones, and closes connections to former ones. An empty list is ignored.
   */
  set(nodes: readonly RedisNode[]): void {
    if (this.#isClosed || nodes.length === 0) return;
    const wanted = new Map(nodes.map((node) => [keyOf(node), node]));
    const added = [...wanted].filter(([address]) => !this.#masters.has(address));
    const gone = [...this.#masters].filter(([address]) => !wanted.has(address));
    if (added.length + gone.length === 0) return;
    for (const [address, { connection }] of gone) {
      this.#masters.delete(address);
      connection.close();
    }
    // A connection that was closed here does not report its loss itself.
    if (gone.length > 0) this.#connectionLost();
    for (const [address, node] of added) {
      const connection = this.#create(node, {
        up: () => {
          this.#reportIfConnected();
        },
        down: (cause) => {
          this.#log.down(cause, node);
          this.#connectionLost();
        },
      });
      this.#masters.set(address, { ...node, connection });
    }
    this.#reportIfConnected();
    for (const found of this.#watchers) found(this.all());
  }

  /** Called when the masters could not be determined. Existing connections stay open. */
  notFound(cause: unknown): void {
    if (!this.#isClosed && !this.isFullyConnected) this.#log.down(cause);
  }

  /** Calls back with the masters, immediately if they are known, and at each change. */
  watch(found: (masters: readonly Master[]) => void): Subscription {
    this.#watchers.add(found);
    if (this.#masters.size > 0) found(this.all());
    return { close: () => this.#watchers.delete(found) };
  }

  /** Calls `listener` when every master is connected, and whenever a new connection replaces one. */
  onConnected(listener: () => void): void {
    this.#connected = listener;
  }

  /** Calls `listener` whenever a connection for commands is lost, before a new one replaces it. */
  onConnectionLost(listener: () => void): void {
    this.#connectionLost = listener;
  }

  close(): void {
    this.#isClosed = true;
    for (const { connection } of this.all()) connection.close();
    this.#log.closed();
  }

  #reportIfConnected(): void {
    if (!this.isFullyConnected) return;
    this.#log.up();
    this.#connected();
  }
}
