import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import type { Administration } from './administered-service.ts';
import type { Command } from './command.ts';
import { formatCount, groupDigits } from './format.ts';
import { keptNotes } from './kept-note.ts';
import { knownClients, knownFeatures } from './known-names.ts';
import { firstNameProblem } from './name-problem.ts';
import { listNames, reply } from './reply.ts';

/** `check <client> <feature…>`: what this proxy would answer that mod, without using anybody's permit. */
export function createCheckCommand({ service }: Administration): Command {
  return {
    name: 'check',
    parameters: '<client> <feature…>',
    summary: 'shows what a mod with that identifier would be answered',
    leastWords: 2,
    mostWords: Number.POSITIVE_INFINITY,
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
