import type { Blocklists, FeatureSet } from '../../feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../feature-control/blocklist-store.ts';
import type { ListedFeature } from '../../feature-control/explain-feature.ts';
import { ListsByClient } from '../../feature-control/lists-by-client.ts';
import { unite } from '../../feature-control/timed-features.ts';
import type { RedisCommands } from '../redis-commands.ts';
import type { MirrorState } from '../mirror/mirror.ts';
import { AskedBlocklists } from './asked-blocklists.ts';
import { BlocklistMirror } from './blocklist-mirror.ts';
import type { BlocklistMirrorDependencies } from './blocklist-mirror.ts';
import type { BlocklistSizes } from './mirrored-blocklists.ts';

/** What of Redis blocklists need. */
export type BlocklistCommands = BlocklistMirrorDependencies['commands'] &
  Pick<RedisCommands, 'smismember' | 'zmscore'>;

export interface RedisBlocklistStoreDependencies extends BlocklistMirrorDependencies {
  readonly commands: BlocklistCommands;
}

/** Sizes and state of the lists in memory, for an operator's eyes. */
export interface BlocklistSummary extends BlocklistSizes {
  /** Lists that Redis has lost, and whose last known value is kept. */
  readonly keptLists: number;
  /** Whether every list was read at least once. */
  readonly complete: boolean;
  /** Whether what is in memory is known to be what Redis holds. */
  readonly upToDate: boolean;
}

/**
 * Blocklists in memory, kept what Redis holds by a mirror. A list that is known to have changed and is not
 * yet read again is not waited for: Redis is queried for just the features of the request, so an edit shows
 * at once, however long the list. Timed blocks end by Redis's clock, without a write.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #memory: BlocklistMirror;
  readonly #asked: AskedBlocklists;
  readonly #byClient = new ListsByClient((client) => this.#fresh(client, undefined));
  /** The same on each game server, where these have lists. */
  readonly #byServer = new Map<string, ListsByClient>();

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { commands, keys } = dependencies;
    this.#dependencies = dependencies;
    this.#memory = new BlocklistMirror(dependencies, () => {
      this.#byClient.changed();
      for (const lists of this.#byServer.values()) lists.changed();
    });
    const { clock, lists, timed } = this.#memory;
    this.#asked = new AskedBlocklists({ commands, keys, clock, lists, timed });
  }

  /**
   * Takes over what another store of the same Redis holds, before `start()`: a reload of the settings forgets
   * nothing.
   */
  adopt(other: RedisBlocklistStore): void {
    this.#memory.adopt(other.#memory);
  }

  /** Begins to listen and to read. Returns at once, whether Redis is there or not. */
  start(): void {
    this.#memory.mirror.start();
  }

  close(): void {
    this.#memory.close();
  }

  /** Fulfilled when every list has been read once. */
  get loaded(): Promise<void> {
    return this.#memory.loaded;
  }

  /**
   * When memory was last known to be what Redis holds, on the monotonic clock; undefined before the first
   * time.
   */
  get verifiedAtMs(): number | undefined {
    return this.#memory.verifiedAtMs;
  }

  /** The clock of Redis, by which timed blocks end: milliseconds since the epoch. */
  nowMs(): number {
    return this.#memory.clock.epochMs();
  }

  /** The same, measured now. @throws {RedisError} where Redis does not answer */
  async measuredNowMs(): Promise<number> {
    await this.#memory.measureClock();
    return this.nowMs();
  }

  lookUp(
    client: string,
    features: readonly string[],
    server?: string,
  ): Blocklists | undefined | Promise<Blocklists | undefined> {
    const at = this.#memory.ofServers === undefined ? undefined : server;
    const lists = at === undefined ? this.#byClient : this.#listsAt(at);
    return lists.of(client) ?? this.#ask(client, features, at);
  }

  /**
   * A list as it was last read, with its timed blocks; empty where there is none.
   * @param client undefined for the global list
   * @param server what is blocked there counts as in the global list, where servers have lists
   */
  lastRead(client: string | undefined, server?: string): FeatureSet {
    const { lists, ofServers } = this.#memory;
    return client === undefined && server !== undefined && ofServers !== undefined
      ? lists.lastReadAt(server)
      : lists.lastRead(this.#keyOf(client));
  }

  /**
   * What each list holds of a feature that could block it, as it was last read.
   * @param server where the player is; lists of other servers do not count
   */
  explain(client: string, feature: string, server?: string): readonly ListedFeature<string>[] {
    const { keys } = this.#dependencies;
    const { lists } = this.#memory;
    const own = server === undefined ? undefined : keys.blocklistOfServer(server);
    return [
      lists.explain(keys.blocklistGlobal, feature, true),
      lists.explain(keys.blocklistOf(client), feature, true),
      ...lists.serverKeys().map((key) => lists.explain(key, feature, key === own)),
    ];
  }

  /**
   * Features of a list that Redis has lost, and that stay blocked; 0 where it has not.
   * @param client undefined for the global list
   */
  keptFeatures(client: string | undefined): number {
    const { sets, timed } = this.#memory;
    const key = this.#keyOf(client);
    const beside = this.#dependencies.keys.timedBlocklistOf(key);
    const kept = sets.isKept(key) ? (sets.get(key)?.size ?? 0) : 0;
    return kept + (timed.isKept(beside) ? (timed.get(beside)?.size ?? 0) : 0);
  }

  /** How memory keeps up with Redis. */
  mirrorState(): MirrorState {
    return this.#memory.mirror.state();
  }

  summary(): BlocklistSummary {
    const { isUpToDate, lists, mirror } = this.#memory;
    return {
      ...lists.sizes(),
      keptLists: mirror.lostCount,
      complete: mirror.isLoaded,
      upToDate: isUpToDate,
    };
  }

  /** The clients whose lists are in these keys; undefined for a list that is not of one client alone. */
  *namesOf(keys: Iterable<string>): IterableIterator<string | undefined> {
    const { blocklistClients } = this.#dependencies.keys;
    for (const key of keys)
      yield key.startsWith(blocklistClients) ? key.slice(blocklistClients.length) : undefined;
  }

  /** At most `most` clients that have a list of their own and begin with `prefix`, as far as memory knows. */
  clientsStartingWith(prefix: string, most: number): string[] {
    const { blocklistClients } = this.#dependencies.keys;
    return this.#memory.lists
      .keysStartingWith(blocklistClients + prefix, most)
      .map((key) => key.slice(blocklistClients.length));
  }

  /** Game servers that have a list, as far as memory knows; none where they may have none. */
  serversWithLists(): string[] {
    const { blocklistServers } = this.#dependencies.keys;
    return this.#memory.lists.serverKeys().map((key) => key.slice(blocklistServers.length));
  }

  #keyOf(client: string | undefined): string {
    const { keys } = this.#dependencies;
    return client === undefined ? keys.blocklistGlobal : keys.blocklistOf(client);
  }

  #listsAt(server: string): ListsByClient {
    let lists = this.#byServer.get(server);
    if (lists === undefined) {
      lists = new ListsByClient((client) => this.#fresh(client, server));
      this.#byServer.set(server, lists);
    }
    return lists;
  }

  /** @returns undefined where memory cannot say what Redis holds */
  #fresh(client: string, server: string | undefined): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const { lists } = this.#memory;
    const global = server === undefined ? lists.fresh(keys.blocklistGlobal) : lists.freshAt(server);
    const personal = lists.fresh(keys.blocklistOf(client));
    return global === undefined || personal === undefined ? undefined : { global, personal };
  }

  async #ask(
    client: string,
    features: readonly string[],
    server: string | undefined,
  ): Promise<Blocklists | undefined> {
    const { keys } = this.#dependencies;
    const [global, personal, own] = await Promise.all([
      this.#asked.among(keys.blocklistGlobal, features),
      this.#asked.among(keys.blocklistOf(client), features),
      server === undefined ? undefined : this.#asked.among(keys.blocklistOfServer(server), features),
    ]);
    if (global === undefined || personal === undefined) return undefined;
    if (server === undefined) return { global, personal };
    return own && { global: unite(global, own), personal };
  }
}
