import type { BlocklistEditor, ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { RedisBlocklistStore } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { RedisNameCatalogue } from '../../../shared/redis/redis-name-catalogue.ts';
import type { ModBridges } from '../bridges/mod-bridges.ts';
import type { MessageKey } from '../messages/message.ts';
import type { Reply } from '../messages/reply.ts';
import type { Reloaded } from '../reloadable-service.ts';
import type { Status } from '../status.ts';
import type { Options } from './options.ts';

type CommandName = MessageKey extends infer Key
  ? Key extends `summary.${infer Name}`
    ? Name
    : never
  : never;

/** One subcommand of `/featurecontrol`, independent of the platform. */
export interface Command {
  /** Also names its description in the list of all commands, a clause without a full stop. */
  readonly name: CommandName;
  /**
   * The parameters as shown to operators, such as `<feature> [client]`: `[…]` is optional, `…` repeats. May
   * be empty.
   */
  readonly parameters: string;
  /** Names of options, each with a value: `--for 30m`. */
  readonly options?: readonly string[];
  /** Names of options without a value: `--yes`. The usage does not show them; a question does. */
  readonly flags?: readonly string[];
  /** Whether its feature is completed from those that are blocked. Default: from all that are known. */
  readonly expectsBlocked?: boolean;
  /**
   * @param words the arguments, as many as the parameters allow
   * @param options those given, by name
   * @param author the sender of the command
   * @throws {RedisError} if Redis fails
   */
  run(
    administration: Administration,
    words: readonly string[],
    options: Options,
    author: ChangeAuthor,
  ): Reply | Promise<Reply>;
}

/** Returns the permission that is needed to use a command. */
export function permissionOf({ name }: Command): string {
  return `featurecontrol.command.${name}`;
}

/** Returns the name of the parameter that a word stands for. Words beyond the last one repeat it. */
export function parameterAt({ parameters }: Command, index: number): string {
  const names = parameters.match(/\w+/g) ?? [];
  return names[index] ?? names.at(-1) ?? '';
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
export type KnownBlocklists = Pick<
  RedisBlocklistStore,
  | 'lookUp'
  | 'isLoaded'
  | 'clientsStartingWith'
  | 'serversWithLists'
  | 'contents'
  | 'lostFeatures'
  | 'explain'
  | 'nowMs'
  | 'measuredNowMs'
>;

/** The parts of the service that commands use. A reload replaces the service. */
export interface AdministeredService {
  readonly blocklists: KnownBlocklists;
  readonly editor: BlocklistEditor;
  readonly catalogue: Pick<RedisNameCatalogue, 'clients' | 'features'>;
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
export type AdministeredBridges = Pick<ModBridges, 'enabled' | 'resolve' | 'summary' | 'disabledSummary'>;

/** The parts of the program that commands use. */
export interface Administration {
  /** The current service. */
  readonly service: AdministeredService;
  readonly status: () => Status;
  readonly bridges: AdministeredBridges;
  readonly players: AdministeredPlayers;
  /** Reads the settings again and applies them. */
  readonly reload: () => Promise<Reloaded>;
}
