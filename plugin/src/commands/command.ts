import type { Bridge } from '../../../shared/bridges/bridge.ts';
import type { AskingMods } from '../../../shared/feature-control/asking-mods.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import type { BlocklistEditor, ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { StoredBlocklists } from '../../../shared/feature-control/stored-blocklists.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import type { ListedFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { PlainKey } from '../messages/message.ts';
import type { BridgeStates } from '../bridges/bridge-states.ts';
import type { BridgeSummary } from '../bridges/mod-bridges.ts';
import type { Reloaded } from '../current-service.ts';
import type { Status } from '../status.ts';
import type { Options } from './options.ts';
import type { Reply } from './reply.ts';

/** One subcommand of `/featurecontrol`, without any platform. */
export interface Command {
  readonly name: string;
  /**
   * As an operator reads them, such as `<feature> [client]`: `[…]` may be left out, `…` repeats. Empty where
   * it has none.
   */
  readonly parameters: string;
  /** Names of options, each with a value: `--for 30m`. */
  readonly options?: readonly string[];
  /** What it does, for the list of all commands: a clause without a full stop. */
  readonly summary: Extract<PlainKey, `summary.${string}`>;
  /**
   * @param words as many as the parameters allow
   * @param author who gives the command
   * @param options of those that the command has
   * @throws {RedisError} where Redis fails
   */
  run(words: readonly string[], author: ChangeAuthor, options: Options): Promise<Reply>;
  /**
   * Names for the word that comes after `words`. A command without parameters has none.
   * @param prefix what was typed of it
   * @throws {RedisError} where Redis fails
   */
  complete?(words: readonly string[], prefix: string): Promise<readonly string[]>;
}

/** Whoever may use a command has this permission. */
export function permissionOf({ name }: Command): string {
  return `featurecontrol.command.${name}`;
}

/** How many words a command takes. */
export function wordLimits({ parameters }: Command): { readonly least: number; readonly most: number } {
  const names = parameters.split(' ').filter((name) => name !== '');
  return {
    least: names.filter((name) => name.startsWith('<')).length,
    most: parameters.includes('…') ? Number.POSITIVE_INFINITY : names.length,
  };
}

/** What checks are answered from, with the clients that have lists. */
export interface KnownBlocklists extends BlocklistStore {
  clientsStartingWith(prefix: string, most: number): readonly string[];
  /** Game servers that have a list, as far as memory knows; none where they may have none. */
  serversWithLists(): readonly string[];
  /**
   * Features of a list that Redis has lost, and that stay blocked; 0 where it has not.
   * @param client undefined for the global list
   */
  keptFeatures(client: string | undefined): number;
  /** What each list holds of a feature that could block it. @param server where the player is */
  explain(client: string, feature: string, server?: string): readonly ListedFeature<string>[];
  /** The clock of Redis, as last measured: milliseconds since the epoch. */
  nowMs(): number;
  /** The same, measured now. @throws {RedisError} where Redis fails */
  measuredNowMs(): Promise<number>;
}

/** What commands are about. Another one after each reload. */
export interface AdministeredService {
  readonly blocklists: KnownBlocklists;
  readonly stored: StoredBlocklists;
  readonly editor: BlocklistEditor;
  readonly catalogue: NameCatalogue;
  readonly askingMods: Pick<AskingMods, 'recent'>;
  /** Whether game servers have blocklists. */
  readonly withServers: boolean;
}

/** What commands need of the players on this proxy, and of the game servers behind it. */
export interface AdministeredPlayers {
  /** @returns undefined where no such player is on this proxy */
  scopeOf(name: string): PlayerScope | undefined;
  names(): readonly string[];
  servers(): readonly string[];
}

/** What commands need of the bridges to mods. */
export interface AdministeredBridges {
  readonly enabled: readonly Bridge[];
  readonly states: BridgeStates;
  summary(): readonly BridgeSummary[];
  /** Of bridges that are not enabled, how many players have shown the mod. */
  others(): readonly Pick<BridgeSummary, 'bridge' | 'players'>[];
}

/** What commands need of the program. */
export interface Administration {
  readonly service: () => AdministeredService;
  readonly status: () => Status;
  readonly bridges: AdministeredBridges;
  readonly players: AdministeredPlayers;
  /** Reads the settings again and applies them. */
  readonly reload: () => Promise<Reloaded>;
}
