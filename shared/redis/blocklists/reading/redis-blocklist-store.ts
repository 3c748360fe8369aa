import type { Blocklists, FeatureSet } from '../../../feature-control/blocked-features.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistStore } from '../../../feature-control/blocklist-store.ts';
import type { ListedFeature } from '../../../feature-control/explain-feature.ts';
import { ListsByClient } from '../../../feature-control/lists-by-client.ts';
import { unite } from '../../../feature-control/timed-features.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { MirrorState } from '../../mirror/mirror.ts';
import { BlocklistQueries } from './blocklist-queries.ts';
import { BlocklistMirror } from './blocklist-mirror.ts';
import type { BlocklistMirrorDependencies } from './blocklist-mirror.ts';
import type { BlocklistSizes } from './combined-blocklists.ts';

/** The Redis commands that blocklists need. */
export type BlocklistCommands = BlocklistMirrorDependencies['commands'] &
  Pick<RedisCommands, 'smismember' | 'zmscore'>;

/** Maximum number of servers whose lists are cached: some networks register a new name for each match. */
const MAX_CACHED_SERVERS = 256;

export interface RedisBlocklistStoreDependencies extends BlocklistMirrorDependencies {
  readonly commands: BlocklistCommands;
}

/**
 * Blocklists in memory, kept up to date by a mirror. A request never waits until a changed list is re-read:
 * Redis is queried for just the features of the request instead, so that an edit takes effect immediately,
 * regardless of the list's length. Timed blocks end by Redis's clock, without a write.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #memory: BlocklistMirror;
  readonly #queries: BlocklistQueries;
  readonly #byClient = new ListsByClient((client) => this.#fresh(client, undefined));
  /** The same by game server, for servers that may have a list. */
  readonly #byServer = new Map<string, ListsByClient>();

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { commands, keys, timers } = dependencies;
    this.#dependencies = dependencies;
    this.#memory = new BlocklistMirror(dependencies, () => {
      this.#byClient.changed();
      for (const lists of this.#byServer.values()) lists.changed();
    });
    const { clock, lists, timed } = this.#memory;
    this.#queries = new BlocklistQueries({ commands, keys, timers, clock, lists, timed });
  }

  /**
   * Copies the state of another store for the same Redis, before `start()`, so that a reload of the settings
   * loses nothing.
   */
  adopt(other: RedisBlocklistStore): void {
    this.#memory.adopt(other.#memory);
  }

  /** Starts to listen and to read. Does not wait for Redis. */
  start(): void {
    this.#memory.mirror.start();
  }

  close(): void {
    this.#memory.close();
  }

  /** Must be called when a connection for commands was lost: another process may answer next (ADR 12). */
  recordLostConnection(): void {
    this.#memory.mirror.recordLostConnection();
  }

  /** Resolves when every list has been read once. */
  get loaded(): Promise<void> {
    return this.#memory.mirror.loaded;
  }

  /** Whether every list has been read once, by this store or by the one whose state it has copied. */
  get isLoaded(): boolean {
    return this.#memory.mirror.isLoaded;
  }

  /**
   * Resolves when {@link isLoaded} becomes true. Read it after `adopt()`: before, it may not resolve at once.
   */
  get available(): Promise<void> {
    return this.isLoaded ? Promise.resolve() : this.loaded;
  }

  /** The time of Redis's clock, by which timed blocks end, in milliseconds since the epoch. */
  nowMs(): number {
    return this.#memory.clock.epochMs();
  }

  /**
   * The same after a new measurement.
   * @throws {RedisError} if Redis does not answer
   */
  async measuredNowMs(): Promise<number> {
    await this.#memory.measureClock();
    return this.nowMs();
  }

  lookUp(
    client: string,
    features: readonly string[],
    server?: string,
  ): Blocklists | undefined | Promise<Blocklists | undefined> {
    const listedServer = server !== undefined && this.#memory.lists.mayHaveList(server) ? server : undefined;
    const lists = listedServer === undefined ? this.#byClient : this.#listsAt(listedServer);
    return lists.of(client) ?? this.#query(client, features, listedServer);
  }

  /**
   * A list as it was last read, with its timed blocks; empty if it does not exist.
   * @param client undefined for the global list
   * @param server its list is merged into the global one, if servers have lists
   */
  lastRead(client: string | undefined, server?: string): FeatureSet {
    const { lists, ofServers } = this.#memory;
    return client === undefined && server !== undefined && ofServers !== undefined
      ? lists.lastReadAt(server)
      : lists.lastRead(this.#keyOf(client));
  }

  /**
   * Returns the entries of a feature in each list that could block it, as last read.
   * @param server the player's game server; lists of other servers do not apply
   */
  explain(client: string, feature: string, server?: string): readonly ListedFeature<BlocklistName>[] {
    const { lists } = this.#memory;
    return [
      lists.explain(GLOBAL_LIST, feature, true),
      lists.explain(clientList(client), feature, true),
      ...lists.servers().map((name) => lists.explain(serverList(name), feature, name === server)),
    ];
  }

  /**
   * Number of features that stay blocked although Redis has lost the list; 0 if it has not. Some timed
   * blocks may have ended, but not all.
   */
  keptFeatures(list: BlocklistName): number {
    const { keys } = this.#dependencies;
    const { lists, timed } = this.#memory;
    const key = keys.blocklistKey(list);
    const sets = lists.setsOf(key);
    const kept = sets.isKept(key) ? (sets.get(key)?.size ?? 0) : 0;
    const timedKey = keys.timedBlocklistKey(list);
    const blocks = timed.isKept(timedKey) ? timed.get(timedKey) : undefined;
    if (blocks === undefined) return kept;
    const nowMs = this.nowMs();
    // Blocks without an end have no next end.
    const haveEnded = blocks.nextEndMs(nowMs) === Infinity && [...blocks.blockedAt(nowMs)].length === 0;
    return haveEnded ? kept : kept + blocks.size;
  }

  mirrorState(): MirrorState {
    return this.#memory.mirror.state();
  }

  sizes(): BlocklistSizes {
    return this.#memory.lists.sizes();
  }

  /**
   * The clients whose personal lists have these keys; undefined for each list that applies to several
   * clients.
   */
  *clientsOf(keys: Iterable<string>): IterableIterator<string | undefined> {
    const { blocklistClients } = this.#dependencies.keys;
    for (const key of keys)
      yield key.startsWith(blocklistClients) ? key.slice(blocklistClients.length) : undefined;
  }

  /** Returns at most `max` clients with a personal list in memory whose name starts with `prefix`. */
  clientsStartingWith(prefix: string, max: number): string[] {
    const { blocklistClients } = this.#dependencies.keys;
    return this.#memory.lists
      .keysStartingWith(blocklistClients + prefix, max)
      .map((key) => key.slice(blocklistClients.length));
  }

  /** The game servers with a list in memory; none if servers cannot have lists. */
  serversWithLists(): readonly string[] {
    return this.#memory.lists.servers();
  }

  #keyOf(client: string | undefined): string {
    const { keys } = this.#dependencies;
    return client === undefined ? keys.blocklistGlobal : keys.blocklistOf(client);
  }

  #listsAt(server: string): ListsByClient {
    let lists = this.#byServer.get(server);
    if (lists === undefined) {
      if (this.#byServer.size >= MAX_CACHED_SERVERS) this.#byServer.clear();
      lists = new ListsByClient((client) => this.#fresh(client, server));
      this.#byServer.set(server, lists);
    }
    return lists;
  }

  /** @returns undefined if memory is stale */
  #fresh(client: string, server: string | undefined): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const { lists } = this.#memory;
    const global = server === undefined ? lists.fresh(keys.blocklistGlobal) : lists.freshAt(server);
    const personal = lists.fresh(keys.blocklistOf(client));
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  async #query(
    client: string,
    features: readonly string[],
    server: string | undefined,
  ): Promise<Blocklists | undefined> {
    const { keys } = this.#dependencies;
    const [global, personal, serverList] = await Promise.all([
      this.#queries.lookUp(keys.blocklistGlobal, features),
      this.#queries.lookUp(keys.blocklistOf(client), features),
      server === undefined ? undefined : this.#queries.lookUp(keys.blocklistOfServer(server), features),
    ]);
    if (global === undefined || personal === undefined) return undefined;
    if (server === undefined) return { global, personal };
    return serverList && { global: unite(global, serverList), personal };
  }
}
