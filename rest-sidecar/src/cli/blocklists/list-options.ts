import { Option } from 'commander';
import type { Command } from 'commander';
import { clientList, GLOBAL_LIST, serverList } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../../shared/feature-control/edit-problems.ts';
import { UsageFailure } from '../failure.ts';

/** Which list a command is about; the global one where neither is given. */
export interface ListOptions {
  readonly client?: string;
  readonly server?: string;
}

/** Adds `--client` and `--server`, of which one may be given. @param what the command does, for the help */
export function addListOptions(command: Command, what: string): Command {
  return command
    .addOption(new Option('--client <client>', `${what} the list of one mod`).conflicts('server'))
    .addOption(new Option('--server <server>', `${what} the list of one game server`));
}

/** @throws {UsageFailure} for what can be no name */
export function listOf({ client, server }: ListOptions): BlocklistName {
  const problem =
    client === undefined
      ? server === undefined
        ? undefined
        : nameProblem(server, 'server', false)
      : nameProblem(client, 'client', false);
  if (problem !== undefined) throw new UsageFailure(problem);
  if (client !== undefined) return clientList(client);
  return server === undefined ? GLOBAL_LIST : serverList(server);
}

/** A list in a sentence: `for every client`, `for my-mod`, `on lobby`. */
export function describeList(list: BlocklistName): string {
  if (list.kind === 'global') return 'for every client';
  return list.kind === 'client' ? `for ${list.name}` : `on ${list.name}`;
}
