import type { Subscription } from '../../../../shared/redis/changes/change-feed.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';

/** To one master. */
export interface MasterConnection {
  /** Undefined while it cannot be used. */
  readonly commands: RedisAsyncCommands | undefined;
  open(): void;
  close(): void;
}

/** Makes a connection that is not open yet, and calls `up` and `down` at each change. */
export type CreateConnection = (
  node: RedisNode,
  state: { readonly up: () => void; readonly down: (cause: unknown) => void },
) => MasterConnection;

export interface Master {
  readonly node: RedisNode;
  readonly connection: MasterConnection;
}

/** `host:port` */
export function addressOf({ host, port }: RedisNode): string {
  return `${host}:${port}`;
}

/**
 * The servers that hold the data at present, with a connection for commands to each: one server, the one that
 * Sentinels name, or all masters of a cluster.
 */
export class Masters {
  readonly #create: CreateConnection;
  readonly #log: ConnectionLog;
  readonly #masters = new Map<string, Master>();
  #isClosed = false;
  readonly #watchers = new Set<(masters: readonly RedisNode[]) => void>();

  constructor(create: CreateConnection, log: ConnectionLog) {
    this.#create = create;
    this.#log = log;
  }

  /** Whether every master is connected. */
  get isWhole(): boolean {
    return this.#masters.size > 0 && this.all().every(({ connection }) => connection.commands !== undefined);
  }

  /** The only one, where there is but one. */
  get first(): MasterConnection | undefined {
    return this.#masters.values().next().value?.connection;
  }

  all(): readonly Master[] {
    return [...this.#masters.values()];
  }

  /**
   * Connects to those that are new, and closes the connections to those that are none any more. None at all
   * is taken for no answer.
   */
  set(nodes: readonly RedisNode[]): void {
    if (this.#isClosed || nodes.length === 0) return;
    const wanted = new Map(nodes.map((node) => [addressOf(node), node]));
    const added = [...wanted].filter(([address]) => !this.#masters.has(address));
    const gone = [...this.#masters].filter(([address]) => !wanted.has(address));
    if (added.length + gone.length === 0) return;
    for (const [address, { connection }] of gone) {
      this.#masters.delete(address);
      connection.close();
    }
    for (const [address, node] of added) {
      const connection = this.#create(node, {
        up: () => {
          this.#logIfWhole();
        },
        down: (cause) => {
          this.#log.down(cause);
        },
      });
      this.#masters.set(address, { node, connection });
      connection.open();
    }
    this.#logIfWhole();
    for (const found of this.#watchers) found(nodes);
  }

  /** Who they are could not be found out. Those that are connected stay. */
  notFound(cause: unknown): void {
    if (!this.#isClosed && !this.isWhole) this.#log.down(cause);
  }

  /** Calls back with the masters now, where they are known, and at each change. */
  watch(found: (masters: readonly RedisNode[]) => void): Subscription {
    this.#watchers.add(found);
    if (this.#masters.size > 0) found(this.all().map(({ node }) => node));
    return { close: () => this.#watchers.delete(found) };
  }

  close(): void {
    this.#isClosed = true;
    for (const { connection } of this.all()) connection.close();
  }

  #logIfWhole(): void {
    if (this.isWhole) this.#log.up();
  }
}
