import { neutralNamesOf } from '../../../shared/bridges/resolve-controls.ts';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { blockedFeatures } from '../../../shared/feature-control/list-contents.ts';
import { isPresentable } from '../messages/reply.ts';
import type { Administration, Command, KnownBlocklists } from './command.ts';

/** The number of completions offered. */
const MAX_NAMES = 50;
/** The number of personal lists that are searched for names of features. */
const MAX_LISTS = 10;

/** The durations offered to complete `--for`, which accepts any other as well. */
const DURATIONS = ['10m', '30m', '1h', '6h', '1d', '7d', '30d'];

/** Completes the value of a parameter or of an option of a command, by its name. */
export async function completeName(
  administration: Administration,
  command: Command,
  expected: string,
  prefix: string,
): Promise<readonly string[]> {
  const names = await candidatesFor(administration, command, expected);
  const matching = names.filter((name) => name !== '' && name.startsWith(prefix) && isPresentable(name));
  return [...new Set(matching)].slice(0, MAX_NAMES).sort();
}

async function candidatesFor(
  { bridges, players, service }: Administration,
  { expectsBlocked = false }: Command,
  expected: string,
): Promise<readonly string[]> {
  const { blocklists, catalogue } = service;
  switch (expected) {
    case 'feature': {
      if (expectsBlocked) return namesOfBlocked(blocklists);
      const recent = await catalogue.features().catch(() => []);
      const bridged = bridges.enabled.flatMap(neutralNamesOf);
      return [...recent, ...blocklists.contents(GLOBAL_LIST).keys(), ...bridged];
    }
    case 'client': {
      const recent = await catalogue.clients().catch(() => []);
      const bridged = bridges.enabled.map(({ name }) => name);
      return [...blocklists.clientsStartingWith('', Infinity), ...recent, ...bridged];
    }
    case 'player':
      return players.names();
    case 'server':
      return players.servers();
    case 'for':
      return DURATIONS;
    default:
      return [];
  }
}

/** Returns the blocked features of the global list and of some personal lists. */
function namesOfBlocked(blocklists: KnownBlocklists): string[] {
  const nowMs = blocklists.nowMs();
  const lists = [GLOBAL_LIST, ...blocklists.clientsStartingWith('', MAX_LISTS).map(clientList)];
  return lists.flatMap((list) => blockedFeatures(blocklists.contents(list), nowMs));
}
