import type { Bridge } from '../../../shared/bridges/bridge.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import type { BlocklistEditor, ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { StoredBlocklists } from '../../../shared/feature-control/stored-blocklists.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import type { ListedFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { RecentMods } from '../../../shared/feature-control/recent-mods.ts';
import type { PlainKey } from '../messages/message.ts';
import type { BridgeStates } from '../bridges/bridge-states.ts';
import type { BridgeSummary } from '../bridges/mod-bridges.ts';
import type { Reloaded } from '../current-service.ts';
import type { Status } from '../status.ts';
import type { Options } from './options.ts';
import type { Reply } from './reply.ts';

/** One subcommand of `/featurecontrol`, independent of the platform. */
export interface Command {
  readonly name: string;
  /**
   * The parameters as shown to operators, such as `<feature> [client]`: `[…]` is optional, `…` repeats. May
   * be empty.
   */
  readonly parameters: string;
  /** Names of options, each with a value: `--for 30m`. */
  readonly options?: readonly string[];
  /** The key of its description in the list of all commands: a clause without a full stop. */
  readonly summary: Extract<PlainKey, `summary.${string}`>;
  /**
   * @param words the arguments, as many as the parameters allow
   * @param author the sender of the command
   * @param options those given, by name
   * @throws {RedisError} if Redis fails
   */
  run(words: readonly string[], author: ChangeAuthor, options: Options): Promise<Reply>;
  /**
   * Completes the word after `words`. Commands without parameters omit this.
   * @param prefix the part of the word that was typed
   * @throws {RedisError} if Redis fails
   */
  complete?(words: readonly string[], prefix: string): Promise<readonly string[]>;
}

/** Returns the permission that is needed to use a command. */
export function permissionOf({ name }: Command): string {
  return `featurecontrol.command.${name}`;
}

/** Returns the minimum and maximum number of arguments of a command. */
export function wordLimits({ parameters }: Command): { readonly min: number; readonly max: number } {
  const names = parameters.split(' ').filter((name) => name !== '');
  return {
    min: names.filter((name) => name.startsWith('<')).length,
    max: parameters.includes('…') ? Number.POSITIVE_INFINITY : names.length,
  };
}

/** The blocklists in memory, from which requests are answered. */
export interface KnownBlocklists extends BlocklistStore {
  /** Whether every list has been read once. */
  readonly isLoaded: boolean;
  /** Returns at most `max` of the clients that have a list and whose name begins with `prefix`. */
  clientsStartingWith(prefix: string, max: number): readonly string[];
  /** Returns the game servers whose list is in memory; none if game servers have no lists. */
  serversWithLists(): readonly string[];
  /**
   * Returns the number of features that stay blocked although Redis has lost the list; 0 if the list is not
   * lost.
   */
  keptFeatures(list: BlocklistName): number;
  /**
   * Returns the entries of a feature in each list that could block it.
   * @param server that the player is on
   */
  explain(client: string, feature: string, server?: string): readonly ListedFeature<BlocklistName>[];
  /** Returns the time of Redis's clock as last measured, in milliseconds since the epoch. */
  nowMs(): number;
  /** Measures Redis's clock, in milliseconds since the epoch. @throws {RedisError} if Redis fails */
  measuredNowMs(): Promise<number>;
}

/** The parts of the service that commands use. A reload replaces the service. */
export interface AdministeredService {
  readonly blocklists: KnownBlocklists;
  readonly stored: StoredBlocklists;
  readonly editor: BlocklistEditor;
  readonly catalogue: NameCatalogue;
  readonly recentMods: Pick<RecentMods, 'list'>;
  /** Whether game servers have blocklists. */
  readonly withServers: boolean;
}

/** The players on this proxy and the game servers behind it, as commands use them. */
export interface AdministeredPlayers {
  /** @returns undefined if no player of that name is on this proxy */
  scopeOf(name: string): PlayerScope | undefined;
  names(): readonly string[];
  servers(): readonly string[];
}

/** The bridges to mods, as commands use them. */
export interface AdministeredBridges {
  readonly enabled: readonly Bridge[];
  readonly states: BridgeStates;
  summary(): readonly BridgeSummary[];
  /**
   * Returns the bridges that are not enabled although players have the mod, with the number of these players.
   */
  disabledSummary(): readonly Pick<BridgeSummary, 'bridge' | 'players'>[];
}

/** The parts of the program that commands use. */
export interface Administration {
  readonly service: () => AdministeredService;
  readonly status: () => Status;
  readonly bridges: AdministeredBridges;
  readonly players: AdministeredPlayers;
  /** Reads the settings again and applies them. */
  readonly reload: () => Promise<Reloaded>;
}
