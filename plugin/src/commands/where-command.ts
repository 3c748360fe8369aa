import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Administration, Command, KnownBlocklists } from './command.ts';
import { describeEntry } from './describe-entry.ts';
import { blockedFeatures } from './names.ts';

/** The number of lists shown. */
const MAX_SHOWN = 50;

/** `where <feature>`: shows the lists that block a feature. */
export function createWhereCommand({ service }: Administration): Command {
  return {
    name: 'where',
    parameters: '<feature>',
    run: ([feature = '']) => {
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
    const untilMs = features.has(feature) ? undefined : (timed.get(feature) ?? 0);
    return untilMs === undefined || untilMs > nowMs ? [describeEntry({ list, untilMs }, nowMs)] : [];
  });
}
