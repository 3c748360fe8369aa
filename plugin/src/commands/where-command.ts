import { clientList, GLOBAL_LIST, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../../shared/feature-control/list-contents.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Command } from './command.ts';
import { describeEntry } from './describe-entry.ts';
import { meantLine } from './edit-commands.ts';

/** The number of lists shown. */
const MAX_SHOWN = 50;

/** `where <feature>`: shows the lists that block a feature. */
export const whereCommand: Command = {
  name: 'where',
  parameters: '<feature>',
  expectsBlocked: true,
  run: async ({ service: { blocklists, catalogue } }, [feature = '']) => {
    if (!blocklists.isLoaded) return reply('failed', message('lists.unread'));
    const clients = blocklists.clientsStartingWith('', Infinity).sort();
    const servers = [...blocklists.serversWithLists()].sort();
    const nowMs = blocklists.nowMs();
    const lists = [GLOBAL_LIST, ...clients.map(clientList), ...servers.map(serverList)];
    const lines = lists.flatMap((list) => {
      const state = stateIn(blocklists.contents(list), feature, nowMs);
      return isBlocked(state) ? [describeEntry({ list, state }, nowMs)] : [];
    });
    if (lines.length === 0) {
      const requested = await catalogue.features().catch(() => []);
      const blocked = lists.flatMap((list) => [...blocklists.contents(list).keys()]);
      const meant = nearestName(feature, [...requested, ...blocked]);
      return reply('answer', message('where.nowhere', { feature: { name: feature } }), ...meantLine(meant));
    }
    return reply('answer', ...firstLines(lines, MAX_SHOWN));
  },
};
