import { NO_FEATURES } from '../../../feature-control/blocked-features.ts';
import type { Blocklists, FeatureSet } from '../../../feature-control/blocked-features.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistStore } from '../../../feature-control/blocklist-store.ts';
import type { ListedFeature } from '../../../feature-control/explain-feature.ts';
import { blockedAt } from '../../../feature-control/timed-features.ts';
import type { Platform } from '../../../platform.ts';
import { Mirror } from '../../mirror/mirror.ts';
import type { MirrorCommands, MirrorDependencies, MirrorState } from '../../mirror/mirror.ts';
import { RedisClock } from '../../redis-clock.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { BlockEnds } from './block-ends.ts';
import { CombinedBlocklists } from './combined-blocklists.ts';
import { MirroredBlocklists } from './mirrored-blocklists.ts';
import type { BlocklistContents, BlocklistSizes } from './mirrored-blocklists.ts';

/** The Redis commands that blocklists need. */
export type BlocklistCommands = MirrorCommands & Pick<RedisCommands, 'smembers' | 'zscan' | 'time'>;

interface RedisBlocklistStoreDependencies
  extends Platform, Pick<MirrorDependencies, 'changeFeed' | 'revalidateMs'> {
  readonly commands: BlocklistCommands;
  readonly keys: RedisKeys;
  /** Whether game servers have blocklists. Default: false, and such lists are not read. */
  readonly withServers?: boolean;
  /**
   * Called with the keys of lists that were changed, added or removed in memory, or in which a timed block
   * has started or ended.
   */
  readonly changed?: (keys: ReadonlySet<string>) => void;
}

/**
 * All blocklists in memory, kept up to date by a mirror: sets, and their timed blocks, which end by Redis's
 * clock, without a write. Every reader is answered from memory, also while a list is being read again.
 */
export class RedisBlocklistStore implements BlocklistStore {
  readonly #dependencies: RedisBlocklistStoreDependencies;
  readonly #mirror: Mirror;
  readonly #clock: RedisClock;
  readonly #lists: MirroredBlocklists;
  readonly #combined: CombinedBlocklists;
  readonly #ends: BlockEnds;

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { changed, timers, withServers = false } = dependencies;
    this.#dependencies = dependencies;
    const clock = new RedisClock(dependencies);
    this.#clock = clock;
    this.#mirror = new Mirror({ ...dependencies, dataName: 'blocklists' });
    const lists = new MirroredBlocklists({
      ...dependencies,
      mirror: this.#mirror,
      withServers,
      measureClock: () => this.#measureClock(),
    });
    this.#lists = lists;
    this.#combined = new CombinedBlocklists({ lists, clock });
    this.#ends = new BlockEnds({
      timed: lists.timed,
      clock,
      timers,
      ended: (timed) => changed?.(lists.listsOfTimed(timed)),
    });
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

  /** Resolves when every list has been read once. */
  get loaded(): Promise<void> {
    return this.#mirror.loaded;
  }

  /** Whether every list has been read once, by this store or by the one whose state it has copied. */
  get isLoaded(): boolean {
    return this.#mirror.isLoaded;
  }

  /**
   * Resolves when {@link isLoaded} becomes true. Read it after `adopt()`: before, it may not resolve at once.
   */
  get available(): Promise<void> {
    return this.isLoaded ? Promise.resolve() : this.loaded;
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
    const { keys, withServers = false } = this.#dependencies;
    const personal = keys.blocklistOf(client);
    const needed = [keys.blocklistGlobal, personal];
    if (withServers && server !== undefined) needed.push(keys.blocklistOfServer(server));
    if (!needed.every((key) => this.#lists.isKnown(key))) return undefined;
    return { global: this.lastReadAt(server), personal: this.#combined.get(personal) };
  }

  /**
   * The features that a list blocks, with its timed blocks, as last read; empty if it does not exist.
   * @param client undefined for the global list
   */
  lastRead(client: string | undefined): FeatureSet {
    const { keys } = this.#dependencies;
    return this.#combined.get(client === undefined ? keys.blocklistGlobal : keys.blocklistOf(client));
  }

  /**
   * The features that the global list blocks, or that of the game server if servers have lists, as last read.
   * @param server undefined for none
   */
  lastReadAt(server: string | undefined): Blocklists['global'] {
    const { keys, withServers = false } = this.#dependencies;
    const everywhere = this.#combined.get(keys.blocklistGlobal);
    const here =
      withServers && server !== undefined ? this.#combined.get(keys.blocklistOfServer(server)) : NO_FEATURES;
    if (here.size === 0) return everywhere;
    return { has: (feature) => everywhere.has(feature) || here.has(feature) };
  }

  /** The contents of a list; some of the timed blocks may have ended. */
  contents(list: BlocklistName): BlocklistContents {
    return this.#lists.contents(this.#dependencies.keys.blocklistKey(list));
  }

  /**
   * Returns the entries of a feature in each list that could block it, as last read.
   * @param server the player's game server; lists of other servers do not apply
   */
  explain(client: string, feature: string, server?: string): readonly ListedFeature<BlocklistName>[] {
    const explainIn = (list: BlocklistName, applies = true): ListedFeature<BlocklistName> => {
      const { features, timed } = this.contents(list);
      return { list, isInSet: features.has(feature), untilMs: timed.get(feature), applies };
    };
    return [
      explainIn(GLOBAL_LIST),
      explainIn(clientList(client)),
      ...this.serversWithLists().map((name) => explainIn(serverList(name), name === server)),
    ];
  }

  /** Number of features that stay blocked although Redis has lost the list; 0 if it has not. */
  lostFeatures(list: BlocklistName): number {
    const { features, timed } = this.#lists.lostContents(this.#dependencies.keys.blocklistKey(list));
    return features.size + blockedAt(timed, this.nowMs()).length;
  }

  mirrorState(): MirrorState {
    return this.#mirror.state();
  }

  sizes(): BlocklistSizes {
    return this.#lists.sizes();
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
    const keys = this.#lists.keys(blocklistClients + prefix, max);
    return keys.map((key) => key.slice(blocklistClients.length));
  }

  /** The game servers with a list in memory; none if servers cannot have lists. */
  serversWithLists(): readonly string[] {
    return this.#lists.servers();
  }

  /** @throws {RedisError} if Redis does not answer */
  async #measureClock(): Promise<void> {
    const wasMeasured = this.#clock.isMeasured;
    if (!(await this.#clock.measure()) || !wasMeasured) return;
    this.#combined.clockChanged();
    this.#ends.anythingChanged();
    this.#dependencies.changed?.(this.#lists.listsOfTimed(this.#lists.timed.keys()));
  }
}
