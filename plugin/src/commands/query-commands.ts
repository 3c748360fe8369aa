import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import { globalOrClientList } from '../../../shared/feature-control/blocklist-name.ts';
import type { Administration, Command, KnownBlocklists } from './command.ts';
import { formatCount, groupDigits } from './format.ts';
import { firstNameProblem, knownClients, knownFeatures } from './names.ts';
import { listNames, reply } from './reply.ts';
import type { Span } from './reply.ts';

/** Names of one list that are shown. */
const MOST_SHOWN = 50;

/** `list [client]`: what a list holds, as Redis has it; of the clients with lists of their own, the names. */
export function createListCommand({ service }: Administration): Command {
  const describe = async (client: string | undefined): Promise<Span[]> => {
    const { editable } = service();
    const blocklist = globalOrClientList(client);
    const [size, some] = await Promise.all([
      editable.size(blocklist),
      editable.some(blocklist, '', MOST_SHOWN),
    ]);
    const whom: Span[] = client === undefined ? ['every client'] : [{ name: client }];
    if (some.length === 0)
      return ['Nothing is blocked for ', ...whom, client === undefined ? '.' : ' alone.'];
    const blocked = `${formatCount(Math.max(size, some.length), 'feature')} blocked for `;
    const rest = size > some.length ? [` and ${groupDigits(size - some.length)} more`] : [];
    return [blocked, ...whom, ': ', ...listNames([...some].sort()), ...rest, '.'];
  };
  return {
    name: 'list',
    parameters: '[client]',
    summary: 'shows what is blocked for every client, or for one',
    run: async ([client]) => {
      const problem = firstNameProblem(client, []);
      if (problem !== undefined) return reply('failed', problem);
      const sentence = await describe(client);
      const { blocklists } = service();
      const others = client === undefined ? clientsLine(blocklists) : [];
      return { tone: 'answer', lines: [sentence, ...keptNotes(blocklists, [client]), ...others] };
    },
    complete: (_words, prefix) => knownClients(service(), prefix),
  };
}

function clientsLine(blocklists: KnownBlocklists): Span[][] {
  const clients = blocklists.clientsStartingWith('', MOST_SHOWN + 1);
  if (clients.length === 0) return [];
  const shown = [...clients].sort().slice(0, MOST_SHOWN);
  return [
    [
      'Clients with a list of their own: ',
      ...listNames(shown),
      clients.length > MOST_SHOWN ? ' and more.' : '.',
    ],
  ];
}

/** `check <client> <feature…>`: what this proxy would answer that mod, without using anybody's permit. */
export function createCheckCommand({ service }: Administration): Command {
  return {
    name: 'check',
    parameters: '<client> <feature…>',
    summary: 'shows what a mod with that identifier would be answered',
    run: async ([client = '', ...features]) => {
      const problem = firstNameProblem(client, features);
      if (problem !== undefined) return reply('failed', problem);
      const lists = await service().blocklists.lookUp(client, features);
      if (lists === undefined)
        return reply('failed', 'The lists were never read, so mods are answered INTERNAL_ERROR.');
      const blocked = selectBlockedFeatures(features, lists);
      const asked = formatCount(new Set(features).size, 'feature');
      const answer =
        blocked.length === 0
          ? reply('answer', `None of ${asked} is blocked for `, { name: client }, '.')
          : reply(
              'answer',
              `${groupDigits(blocked.length)} of ${asked} blocked for `,
              { name: client },
              ': ',
              ...listNames(blocked),
              '.',
            );
      const notes = keptNotes(service().blocklists, [undefined, client]);
      return { ...answer, lines: [...answer.lines, ...notes] };
    },
    complete: ([client], prefix) =>
      client === undefined ? knownClients(service(), prefix) : knownFeatures(service(), prefix),
  };
}

/**
 * A line for each of these lists that Redis has lost: what Redis holds and what mods are answered differ
 * then.
 */
function keptNotes(blocklists: KnownBlocklists, clients: readonly (string | undefined)[]): Span[][] {
  return clients.flatMap((client) => {
    const count = blocklists.keptFeatures(client);
    if (count === 0) return [];
    const whom: Span = client === undefined ? 'every client' : { name: client };
    const kept = `: ${formatCount(count, 'feature')} kept in memory and still blocked, until the list is written again.`;
    return [['Redis has lost the list for ', whom, kept]];
  });
}
