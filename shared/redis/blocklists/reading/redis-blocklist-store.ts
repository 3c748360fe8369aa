import type { Blocklists } from '../../../feature-control/blocked-features.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistStore } from '../../../feature-control/blocklist-store.ts';
import type { ListedState } from '../../../feature-control/explain-feature.ts';
import { blockedFeatures, nextEndMs, NO_CONTENTS, stateIn } from '../../../feature-control/list-contents.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import type { Platform } from '../../../platform.ts';
import { Mirror } from '../../mirror/mirror.ts';
import type { MirrorCommands, MirrorDependencies, MirrorState } from '../../mirror/mirror.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import { RedisClock } from '../../redis-clock.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { BlockEnds } from './block-ends.ts';
import { listCollection } from './list-collection.ts';

/** The Redis commands that blocklists need. */
export type BlocklistCommands = MirrorCommands & Pick<RedisCommands, 'evaluate' | 'time'>;

interface RedisBlocklistStoreDependencies
  extends Platform, Pick<MirrorDependencies, 'changeFeed' | 'revalidateMs' | 'flushed'> {
  readonly commands: BlocklistCommands;
  readonly keys: RedisKeys;
  /** Whether the lists of game servers apply. Default: false. */
  readonly withServers?: boolean;
  /**
   * Called with the keys of lists that were changed, added or removed in memory, or in which a timed block
   * has started or ended.
   */
  readonly changed?: (keys: ReadonlySet<string>) => void;
}

/** Sizes of the lists; some of the timed blocks that are counted may have ended. */
export interface BlocklistSizes {
  /** Number of lists, including the global one. */
  readonly lists: number;
  /** Total number of features in all lists. */
  readonly features: number;
  /** The features of these that are in the global list, and in lists of game servers. */
  readonly globalFeatures: number;
  readonly serverFeatures: number;
}

/**
 * All blocklists in memory, kept up to date by a mirror. Timed blocks end by Redis's clock, without a write.
 * Every reader is answered from memory, also while a list is being read again.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #mirror: Mirror;
  readonly #clock: RedisClock;
  readonly #lists: Mirrored<ListContents>;
  readonly #ends: BlockEnds;

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { changed, timers, withServers = false } = dependencies;
    this.#dependencies = dependencies;
    const clock = new RedisClock(dependencies);
    this.#clock = clock;
    this.#mirror = new Mirror({ ...dependencies, dataName: 'blocklists' });
    const lists = this.#mirror.add(
      listCollection({ ...dependencies, withServers, measureClock: () => this.#measureClock() }),
    );
    this.#lists = lists;
    this.#ends = new BlockEnds({ lists, clock, timers, ended: (keys) => changed?.(keys) });
    lists.listen((keys) => changed?.(keys));
  }

  /**
   * Copies the state of another store for the same Redis, before `start()`, so that a reload of the settings
   * loses nothing.
   */
  adopt(other: RedisBlocklistStore): void {
    this.#clock.adopt(other.#clock);
    this.#mirror.adopt(other.#mirror);
    this.#ends.anythingChanged();
  }

  /** Starts to listen and to read. Does not wait for Redis. */
  start(): void {
    this.#mirror.start();
  }

  close(): void {
    this.#mirror.close();
    this.#ends.close();
  }

  /** Must be called when a connection for commands was lost: another process may answer next (ADR 12). */
  recordLostConnection(): void {
    this.#mirror.recordLostConnection();
  }

  /** Whether every list has been read once, by this store or by the one whose state it has copied. */
  get isLoaded(): boolean {
    return this.#mirror.isLoaded;
  }

  /** Resolves when {@link isLoaded} becomes true. */
  get loaded(): Promise<void> {
    return this.#mirror.loaded;
  }

  /** The time of Redis's clock, by which timed blocks end, in milliseconds since the epoch. */
  nowMs(): number {
    return this.#clock.epochMs();
  }

  /**
   * The same after a new measurement.
   * @throws {RedisError} if Redis does not answer
   */
  async measuredNowMs(): Promise<number> {
    await this.#measureClock();
    return this.nowMs();
  }

  lookUp(client: string, server?: string): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const needed = [GLOBAL_LIST, clientList(client), ...this.#serverLists(server)];
    if (!needed.every((list) => this.#lists.isKnown(keys.blocklistKey(list)))) return undefined;
    return this.lastRead(client, server);
  }

  /** Returns the lists that apply to `client` as last read; those that were never read are empty. */
  lastRead(client: string, server?: string): Blocklists {
    return {
      forEveryClient: [GLOBAL_LIST, ...this.#serverLists(server)].map((list) => this.contents(list)),
      personal: this.contents(clientList(client)),
      nowMs: this.nowMs(),
    };
  }

  /** The contents of a list as last read; some of the timed blocks may have ended. */
  contents(list: BlocklistName): ListContents {
    return this.#lists.get(this.#dependencies.keys.blocklistKey(list)) ?? NO_CONTENTS;
  }

  /**
   * Returns the state of a feature in each list that could block it, as last read.
   * @param server the player's game server; lists of other servers do not apply
   */
  explain(client: string, feature: string, server?: string): readonly ListedState<BlocklistName>[] {
    const nowMs = this.nowMs();
    const listed = (list: BlocklistName, applies = true): ListedState<BlocklistName> => ({
      list,
      state: stateIn(this.contents(list), feature, nowMs),
      applies,
    });
    return [
      listed(GLOBAL_LIST),
      listed(clientList(client)),
      ...this.serversWithLists().map((name) => listed(serverList(name), name === server)),
    ];
  }

  /** Number of features that stay blocked although Redis has lost the list; 0 if it has not. */
  lostFeatures(list: BlocklistName): number {
    const isLost = this.#lists.isLost(this.#dependencies.keys.blocklistKey(list));
    return isLost ? blockedFeatures(this.contents(list), this.nowMs()).length : 0;
  }

  mirrorState(): MirrorState {
    return this.#mirror.state();
  }

  sizes(): BlocklistSizes {
    const { blocklistGlobal, blocklistServers } = this.#dependencies.keys;
    const sizes = { lists: this.#lists.size, features: 0, globalFeatures: 0, serverFeatures: 0 };
    for (const [key, { size }] of this.#lists.entries()) {
      sizes.features += size;
      if (key === blocklistGlobal) sizes.globalFeatures = size;
      if (key.startsWith(blocklistServers)) sizes.serverFeatures += size;
    }
    return sizes;
  }

  /** Number of features that are blocked only until a time. Reads every entry of every list. */
  countTimed(): number {
    const nowMs = this.nowMs();
    let count = 0;
    for (const [, contents] of this.#lists.entries())
      for (const { permanent, untilMs = 0 } of contents.values())
        if (!permanent && untilMs > nowMs) count += 1;
    return count;
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
    return this.#namesAfter(this.#dependencies.keys.blocklistClients, prefix, max);
  }

  /** The game servers with a list in memory; none if servers cannot have lists. */
  serversWithLists(): readonly string[] {
    const { keys, withServers = false } = this.#dependencies;
    return withServers ? this.#namesAfter(keys.blocklistServers, '', Infinity) : [];
  }

  #serverLists(server: string | undefined): readonly BlocklistName[] {
    const { withServers = false } = this.#dependencies;
    return withServers && server !== undefined ? [serverList(server)] : [];
  }

  #namesAfter(keyPrefix: string, prefix: string, max: number): string[] {
    const names: string[] = [];
    for (const key of this.#lists.keys()) {
      if (names.length >= max) break;
      if (key.startsWith(keyPrefix + prefix)) names.push(key.slice(keyPrefix.length));
    }
    return names;
  }

  /** @throws {RedisError} if Redis does not answer */
  async #measureClock(): Promise<void> {
    const wasMeasured = this.#clock.isMeasured;
    if (!(await this.#clock.measure()) || !wasMeasured) return;
    this.#ends.anythingChanged();
    const timed = [...this.#lists.entries()].filter(([, contents]) => nextEndMs(contents, 0) < Infinity);
    this.#dependencies.changed?.(new Set(timed.map(([key]) => key)));
  }
}
