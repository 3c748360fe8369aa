import { neutralNamesOf } from '../../../shared/bridges/resolve-controls.ts';
import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { blockedFeatures } from '../../../shared/feature-control/list-contents.ts';
import { isPresentable } from '../messages/reply.ts';
import type { Administration, Command } from './command.ts';

/** The number of completions offered. */
const MAX_NAMES = 50;
/** The number of personal lists that are searched for names of features. */
const MAX_LISTS = 10;

/** The durations offered to complete `--for`, which accepts any other as well. */
const DURATIONS = ['10m', '30m', '1h', '6h', '1d', '7d', '30d'];

/** Completes the value of a parameter or of an option of a command, by its name. */
export async function completeName(
  administration: Administration,
  { expectsBlocked = false }: Command,
  expected: string,
  prefix: string,
): Promise<readonly string[]> {
  const { players } = administration;
  const matching = (names: readonly string[]) => names.filter((name) => name.startsWith(prefix));
  switch (expected) {
    case 'feature':
      return expectsBlocked ? namesOfBlocked(administration, prefix) : namesOfKnown(administration, prefix);
    case 'client':
      return await knownClients(administration, prefix);
    case 'player':
      return matching(players.names()).sort();
    case 'server':
      return matching(players.servers()).sort();
    case 'for':
      return matching(DURATIONS);
    default:
      return [];
  }
}

/**
 * Completes the name of a feature, from recent requests of mods, from the global list, and from those of
 * enabled bridges.
 */
async function namesOfKnown({ service, bridges }: Administration, prefix: string): Promise<string[]> {
  const { catalogue, blocklists } = service();
  const recent = await catalogue.features().catch(() => []);
  const bridged = bridges.enabled.flatMap(neutralNamesOf);
  return select([...recent, ...blocklists.contents(GLOBAL_LIST).keys(), ...bridged], prefix);
}

/** Completes the name of a blocked feature, from the global list and from some personal lists. */
function namesOfBlocked({ service }: Administration, prefix: string): string[] {
  const { blocklists } = service();
  const nowMs = blocklists.nowMs();
  const clients = blocklists.clientsStartingWith('', MAX_LISTS);
  const lists = [GLOBAL_LIST, ...clients.map(clientList)];
  return select(
    lists.flatMap((list) => blockedFeatures(blocklists.contents(list), nowMs)),
    prefix,
  );
}

/**
 * Completes the name of a client, from recent requests of mods, from the personal lists, and from enabled
 * bridges.
 */
async function knownClients({ service, bridges }: Administration, prefix: string): Promise<string[]> {
  const { catalogue, blocklists } = service();
  const recent = await catalogue.clients().catch(() => []);
  const bridged = bridges.enabled.map(({ name }) => name);
  return select([...blocklists.clientsStartingWith(prefix, MAX_NAMES), ...recent, ...bridged], prefix);
}

function select(names: readonly string[], prefix: string): string[] {
  const matching = names.filter((name) => name !== '' && name.startsWith(prefix) && isPresentable(name));
  return [...new Set(matching)].slice(0, MAX_NAMES).sort();
}
