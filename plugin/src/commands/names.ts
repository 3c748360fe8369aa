import { clientList, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { MOST_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { AdministeredService } from './command.ts';
import { isPresentable } from './reply.ts';

/** More completions than this help nobody. */
const MOST_NAMES = 50;
/** Personal lists that are looked into for the names of features. */
const MOST_LISTS = 10;

/**
 * Names that begin with `prefix`: features that mods have asked about recently, and those in the global list.
 * @param further names that are known otherwise
 */
export async function knownFeatures(
  { catalogue, stored }: AdministeredService,
  prefix: string,
  further: readonly string[] = [],
): Promise<string[]> {
  const inGlobalList = stored.some(GLOBAL_LIST, prefix, MOST_NAMES);
  return merge(prefix, [catalogue.features(), inGlobalList, Promise.resolve(further)]);
}

/** Features that are blocked for every client, or for one of a few. */
export async function blockedFeatures(service: AdministeredService, prefix: string): Promise<string[]> {
  const clients = service.blocklists.clientsStartingWith('', MOST_LISTS);
  const lists = [GLOBAL_LIST, ...clients.map(clientList)];
  return merge(
    prefix,
    lists.map((list) => service.stored.some(list, prefix, MOST_NAMES)),
  );
}

/** Clients that have asked lately, and those that have a list. */
export async function knownClients(
  service: AdministeredService,
  prefix: string,
  further: readonly string[] = [],
): Promise<string[]> {
  const withList = service.blocklists.clientsStartingWith(prefix, MOST_NAMES);
  return merge(prefix, [Promise.resolve(withList), service.catalogue.clients(), Promise.resolve(further)]);
}

/** What one source cannot tell, another may. */
async function merge(prefix: string, sources: readonly Promise<readonly string[]>[]): Promise<string[]> {
  const found = await Promise.allSettled(sources);
  const names = found.flatMap((source) => (source.status === 'fulfilled' ? source.value : []));
  const matching = names.filter((name) => name !== '' && name.startsWith(prefix) && isPresentable(name));
  return [...new Set(matching)].slice(0, MOST_NAMES).sort();
}

/** @returns one sentence where this can be no name of a client or a feature */
function nameProblem(kind: 'client' | 'feature', name: string): Message | undefined {
  const { empty, long, text } = PROBLEMS[kind];
  if (name === '') return message(empty);
  const most = MOST_CHARACTERS[kind];
  if (Array.from(name).length > most) return message(long, { most });
  // It has no form in UTF-8 (G39).
  return name.isWellFormed() ? undefined : message(text);
}

const PROBLEMS = {
  client: { empty: 'input.client-empty', long: 'input.client-long', text: 'input.client-text' },
  feature: { empty: 'input.feature-empty', long: 'input.feature-long', text: 'input.feature-text' },
} as const;

/** Of several names, the first problem. */
export function firstNameProblem(
  clientName: string | undefined,
  featureNames: readonly string[],
): Message | undefined {
  for (const feature of featureNames) {
    const problem = nameProblem('feature', feature);
    if (problem !== undefined) return problem;
  }
  return clientName === undefined ? undefined : nameProblem('client', clientName);
}
