import type { AdministeredService } from './administered-service.ts';
import { isPresentable } from './reply.ts';

/** More completions than this help nobody. */
const MOST_NAMES = 50;
/** Personal lists that are looked into for the names of features. */
const MOST_LISTS = 10;

/** Names that begin with `prefix`: features that mods have asked about lately, and those in the global list. */
export async function knownFeatures(service: AdministeredService, prefix: string): Promise<string[]> {
  return merge(prefix, [service.catalogue.features(), service.editable.some(undefined, prefix, MOST_NAMES)]);
}

/** Features that are blocked for every client, or for one of a few. */
export async function blockedFeatures(service: AdministeredService, prefix: string): Promise<string[]> {
  const lists = [undefined, ...service.blocklists.clientsStartingWith('', MOST_LISTS)];
  return merge(
    prefix,
    lists.map((list) => service.editable.some(list, prefix, MOST_NAMES)),
  );
}

/** Clients that have asked lately, and those that have a list. */
export async function knownClients(service: AdministeredService, prefix: string): Promise<string[]> {
  const withList = service.blocklists.clientsStartingWith(prefix, MOST_NAMES);
  return merge(prefix, [Promise.resolve(withList), service.catalogue.clients()]);
}

/** What one source cannot tell, another may. */
async function merge(prefix: string, sources: readonly Promise<readonly string[]>[]): Promise<string[]> {
  const found = await Promise.allSettled(sources);
  const names = found.flatMap((source) => (source.status === 'fulfilled' ? source.value : []));
  const matching = names.filter((name) => name !== '' && name.startsWith(prefix) && isPresentable(name));
  return [...new Set(matching)].slice(0, MOST_NAMES).sort();
}
