import type { Blocklists, FeatureSet } from '../../../feature-control/blocked-features.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../feature-control/blocklist-name.ts';
import type { BlocklistStore } from '../../../feature-control/blocklist-store.ts';
import type { ListedFeature } from '../../../feature-control/explain-feature.ts';
import { blockedAt } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import { Mirror } from '../../mirror/mirror.ts';
import type { MirrorCommands, MirrorDependencies, MirrorState } from '../../mirror/mirror.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import { RedisClock } from '../../redis-clock.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { BlockEnds } from './block-ends.ts';
import { blocklistKind } from './blocklist-kind.ts';
import { CombinedBlocklists } from './combined-blocklists.ts';
import type { BlocklistContents, BlocklistSizes } from './combined-blocklists.ts';
import { timedBlocklistKind } from './timed-blocklist-kind.ts';

/** The Redis commands that blocklists need. */
export type BlocklistCommands = MirrorCommands & Pick<RedisCommands, 'smembers' | 'zscan' | 'time'>;

interface RedisBlocklistStoreDependencies extends Pick<
  MirrorDependencies,
  'changeFeed' | 'clock' | 'timers' | 'logger' | 'revalidateMs'
> {
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
  readonly #timed: Mirrored<TimedFeatures>;
  readonly #lists: CombinedBlocklists;
  readonly #ends: BlockEnds;

  constructor(dependencies: RedisBlocklistStoreDependencies) {
    const { changed, commands, keys, logger, timers, withServers } = dependencies;
    this.#dependencies = dependencies;
    this.#clock = new RedisClock(dependencies);
    this.#mirror = new Mirror({ ...dependencies, dataName: 'blocklists' });
    const sets = this.#mirror.add(
      blocklistKind(commands, {
        name: 'blocklists',
        keys: [keys.blocklistGlobal],
        prefixes: [keys.blocklistClients],
      }),
    );
    const ofServers =
      withServers === true
        ? this.#mirror.add(
            blocklistKind(commands, { name: 'blocklists of servers', prefixes: [keys.blocklistServers] }),
          )
        : undefined;
    this.#timed = this.#mirror.add(
      timedBlocklistKind({
        commands,
        keys,
        measureClock: () => this.#measureClock(),
        logger,
      }),
    );
    this.#lists = new CombinedBlocklists({
      keys,
      clock: this.#clock,
      timed: this.#timed,
      lists: sets,
      ofServers,
    });
    const ended = (timed: ReadonlySet<string>): void => {
      this.#timedChanged(timed);
    };
    this.#ends = new BlockEnds({ clock: this.#clock, timers, ended });
    for (const each of [sets, ofServers]) each?.listen({ changed: (some) => changed?.(some) });
    this.#timed.listen({
      changed: (timed) => {
        for (const key of timed) this.#ends.watch(key, this.#timed.get(key));
        if (timed.size > 0) this.#timedChanged(timed);
      },
    });
  }

  /**
   * Copies the state of another store for the same Redis, before `start()`, so that a reload of the settings
   * loses nothing.
   */
  adopt(other: RedisBlocklistStore): void {
    this.#clock.adopt(other.#clock);
    this.#mirror.adopt(other.#mirror);
    for (const [key, list] of this.#timed.entries()) this.#ends.watch(key, list);
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
    const withList = server !== undefined && this.#lists.mayHaveList(server) ? server : undefined;
    return this.#read(client, withList);
  }

  /**
   * The features that a list blocks, with its timed blocks, as last read; empty if it does not exist.
   * @param client undefined for the global list
   * @param server its list is merged into the global one, if servers have lists
   */
  lastRead(client: string | undefined, server?: string): FeatureSet {
    const { keys } = this.#dependencies;
    if (client !== undefined) return this.#lists.get(keys.blocklistOf(client));
    return server !== undefined && this.#lists.mayHaveList(server)
      ? this.#lists.getAt(server)
      : this.#lists.get(keys.blocklistGlobal);
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
    return [
      this.#lists.explain(GLOBAL_LIST, feature, true),
      this.#lists.explain(clientList(client), feature, true),
      ...this.#lists.servers().map((name) => this.#lists.explain(serverList(name), feature, name === server)),
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
    return this.#lists
      .keysStartingWith(blocklistClients + prefix, max)
      .map((key) => key.slice(blocklistClients.length));
  }

  /** The game servers with a list in memory; none if servers cannot have lists. */
  serversWithLists(): readonly string[] {
    return this.#lists.servers();
  }

  /** @returns undefined if one of the lists was never read */
  #read(client: string, server: string | undefined): Blocklists | undefined {
    const { keys } = this.#dependencies;
    const personal = keys.blocklistOf(client);
    const needed = [keys.blocklistGlobal, personal];
    if (server !== undefined) needed.push(keys.blocklistOfServer(server));
    if (!needed.every((key) => this.#lists.isKnown(key))) return undefined;
    const global = server === undefined ? this.#lists.get(keys.blocklistGlobal) : this.#lists.getAt(server);
    return { global, personal: this.#lists.get(personal) };
  }

  /** @param timed keys of timed lists in which a block has started or ended */
  #timedChanged(timed: ReadonlySet<string>): void {
    const { changed, keys } = this.#dependencies;
    changed?.(new Set([...timed].map((key) => keys.blocklistOfTimed(key))));
  }

  /** @throws {RedisError} if Redis does not answer */
  async #measureClock(): Promise<void> {
    const wasMeasured = this.#clock.isMeasured;
    if (!(await this.#clock.measure()) || !wasMeasured) return;
    this.#lists.clockChanged();
    this.#ends.clockChanged();
    this.#timedChanged(new Set(this.#timed.keys()));
  }
}
