import type { BlocklistName } from '../../../shared/feature-control/editable-blocklists.ts';
import type { Administration } from './administered-service.ts';
import type { Command } from './command.ts';
import { formatCount, groupDigits } from './format.ts';
import { knownClients } from './known-names.ts';
import { keptNotes } from './kept-note.ts';
import { nameProblem } from './name-problem.ts';
import { listNames, reply } from './reply.ts';
import type { Span } from './reply.ts';

/** Names of one list that are shown. */
const MOST_SHOWN = 50;

/** `list [client]`: what a list holds, as Redis has it; of the clients with lists of their own, the names. */
export function createListCommand({ service }: Administration): Command {
  const describe = async (client: BlocklistName): Promise<Span[]> => {
    const { editable } = service();
    const [size, some] = await Promise.all([editable.size(client), editable.some(client, '', MOST_SHOWN)]);
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
    leastWords: 0,
    mostWords: 1,
    run: async ([client]) => {
      const problem = client === undefined ? undefined : nameProblem('client', client);
      if (problem !== undefined) return reply('failed', problem);
      const sentence = await describe(client);
      const { blocklists } = service();
      const others = client === undefined ? clientsLine(blocklists) : [];
      return { tone: 'answer', lines: [sentence, ...keptNotes(blocklists, [client]), ...others] };
    },
    complete: (_words, prefix) => knownClients(service(), prefix),
  };
}

function clientsLine(blocklists: {
  clientsStartingWith(prefix: string, most: number): readonly string[];
}): Span[][] {
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
