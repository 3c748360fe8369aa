import { Option } from 'commander';
import type { Command } from 'commander';
import { globalOrClientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { UsageError } from '../command-error.ts';

/** Options that select a list, at most one of them. Without either, the global list is selected. */
export interface ListOptions {
  readonly client?: string;
  readonly server?: string;
}

/**
 * Adds `--client` and `--server`, which exclude each other.
 * @param action beginning of their help texts, such as `block in`
 */
export function addListOptions(command: Command, action: string): Command {
  return command
    .addOption(new Option('--client <client>', `${action} the list of one mod`).conflicts('server'))
    .addOption(new Option('--server <server>', `${action} the list of one game server`));
}

/** Returns the selected list. @throws {UsageError} if its name is invalid */
export function listOf({ client, server }: ListOptions): BlocklistName {
  const list = server === undefined ? globalOrClientList(client) : serverList(server);
  const problem = list.type === 'global' ? undefined : nameProblem(list.name, list.type, false);
  if (problem !== undefined) throw new UsageError(problem);
  return list;
}

/** Describes a list within a sentence: `for every client`, `for my-mod`, `on lobby`. */
export function describeList(list: BlocklistName): string {
  if (list.type === 'global') return 'for every client';
  return list.type === 'client' ? `for ${list.name}` : `on ${list.name}`;
}
