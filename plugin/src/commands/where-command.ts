import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { until } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Administration, Command, KnownBlocklists } from './command.ts';
import { whom } from './describe-entry.ts';
import { blockedFeatures, firstNameProblem } from './names.ts';

/** The number of lists shown. */
const MAX_SHOWN = 50;

/** `where <feature>`: shows the lists that block a feature. */
export function createWhereCommand({ service }: Administration): Command {
  return {
    name: 'where',
    parameters: '<feature>',
    summary: 'summary.where',
    run: ([feature = '']) => {
      const problem = firstNameProblem(undefined, [feature]);
      if (problem !== undefined) return reply('failed', problem);
      const { blocklists } = service();
      if (!blocklists.isLoaded) return reply('failed', message('lists.unread'));
      const lines = linesOf(blocklists, feature);
      if (lines.length === 0)
        return reply('answer', message('where.nowhere', { feature: { name: feature } }));
      return reply('answer', ...firstLines(lines, MAX_SHOWN));
    },
    complete: (_words, prefix) => blockedFeatures(service(), prefix),
  };
}

/** Returns a line for each list that blocks the feature. */
function linesOf(blocklists: KnownBlocklists, feature: string): Message[] {
  const clients = blocklists.clientsStartingWith('', Infinity).sort();
  const servers = [...blocklists.serversWithLists()].sort();
  const nowMs = blocklists.nowMs();
  return [GLOBAL_LIST, ...clients.map(clientList), ...servers.map(serverList)].flatMap((list) => {
    const { features, timed } = blocklists.contents(list);
    const values = { feature: { name: feature }, whom: whom(list) };
    if (features.has(feature)) return [message('where.entry', values)];
    const untilMs = timed.get(feature) ?? 0;
    return untilMs > nowMs ? [message('where.entry-until', { ...values, until: until(untilMs, nowMs) })] : [];
  });
}
