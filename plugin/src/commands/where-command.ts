import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../../shared/feature-control/list-contents.ts';
import { message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Administration, Command } from './command.ts';
import { describeEntry } from './describe-entry.ts';

/** The number of lists shown. */
const MAX_SHOWN = 50;

/** `where <feature>`: shows the lists that block a feature. */
export function createWhereCommand({ service }: Administration): Command {
  return {
    name: 'where',
    parameters: '<feature>',
    expectsBlocked: true,
    run: ([feature = '']) => {
      const { blocklists } = service();
      if (!blocklists.isLoaded) return reply('failed', message('lists.unread'));
      const clients = blocklists.clientsStartingWith('', Infinity).sort();
      const servers = [...blocklists.serversWithLists()].sort();
      const nowMs = blocklists.nowMs();
      const lists = [GLOBAL_LIST, ...clients.map(clientList), ...servers.map(serverList)];
      const lines = lists.flatMap((list) => {
        const state = stateIn(blocklists.contents(list), feature, nowMs);
        return isBlocked(state) ? [describeEntry({ list, state }, nowMs)] : [];
      });
      if (lines.length === 0)
        return reply('answer', message('where.nowhere', { feature: { name: feature } }));
      return reply('answer', ...firstLines(lines, MAX_SHOWN));
    },
  };
}
