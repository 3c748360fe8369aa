import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { AdministeredService } from './command.ts';
import { isPresentable } from '../messages/reply.ts';

/** The number of completions offered. */
const MAX_NAMES = 50;
/** The number of personal lists that are searched for names of features. */
const MAX_LISTS = 10;

/**
 * Completes the name of a feature, from recent requests of mods and from the global list.
 * @param extra more names to offer
 */
export async function knownFeatures(
  { catalogue, blocklists }: AdministeredService,
  prefix: string,
  extra: readonly string[] = [],
): Promise<string[]> {
  const recent = await catalogue.features().catch(() => []);
  return select([...recent, ...blocklists.contents(GLOBAL_LIST).features, ...extra], prefix);
}

/** Completes the name of a blocked feature, from the global list and from some personal lists. */
export function blockedFeatures({ blocklists }: AdministeredService, prefix: string): string[] {
  const clients = blocklists.clientsStartingWith('', MAX_LISTS);
  const lists = [GLOBAL_LIST, ...clients.map(clientList)];
  return select(
    lists.flatMap((list) => [...blocklists.contents(list).features]),
    prefix,
  );
}

/** Completes the name of a client, from recent requests of mods and from the personal lists. */
export async function knownClients(
  { catalogue, blocklists }: AdministeredService,
  prefix: string,
  extra: readonly string[] = [],
): Promise<string[]> {
  const recent = await catalogue.clients().catch(() => []);
  return select([...blocklists.clientsStartingWith(prefix, MAX_NAMES), ...recent, ...extra], prefix);
}

function select(names: readonly string[], prefix: string): string[] {
  const matching = names.filter((name) => name !== '' && name.startsWith(prefix) && isPresentable(name));
  return [...new Set(matching)].slice(0, MAX_NAMES).sort();
}
