import { selectBlockedFeatures } from '../../../shared/feature-control/blocked-features.ts';
import { clientList, clientOf, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { rightServerName } from '../../../shared/feature-control/edit-problems.ts';
import { blockedFeatures } from '../../../shared/feature-control/list-contents.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { names, toNames } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Command, KnownBlocklists } from './command.ts';
import { meantLine } from './edit-commands.ts';
import { describeList, firstOf, lostLines } from './list-contents.ts';
import { targetList } from './target-list.ts';

/**
 * `list [client] [--server s]`: shows the contents of a list, and who has blocked them and why. For the
 * global list, it also names the clients and game servers that have lists of their own.
 */
export const listCommand: Command = {
  name: 'list',
  parameters: '[client]',
  options: ['client', 'server'],
  run: async ({ players, service }, [word], options) => {
    const { blocklists, catalogue, editor, withServers } = service;
    const target = targetList(word, options, withServers);
    if (!target.ok) return reply('failed', target.problem);
    if (!blocklists.isLoaded) return reply('failed', message('lists.unread'));
    const list = target.value;
    const contents = await describeList(blocklists, editor, list);
    const others = list.type === 'global' ? describeOthers(blocklists) : [];
    const isEmpty = blockedFeatures(blocklists.contents(list), blocklists.nowMs()).length === 0;
    const meant = isEmpty
      ? (rightServerName(list, players.servers()) ??
        nearestName(clientOf(list) ?? '', await catalogue.clients().catch(() => [])))
      : undefined;
    return reply('answer', ...contents, ...lostLines(blocklists, [list]), ...meantLine(meant), ...others);
  },
};

function describeOthers(blocklists: KnownBlocklists): Message[] {
  const clients = toNames(blocklists.clientsStartingWith('', Infinity).sort());
  const servers = toNames([...blocklists.serversWithLists()].sort());
  return [
    ...(clients.length === 0 ? [] : [message('list.clients', { clients: firstOf(clients) })]),
    ...(servers.length === 0 ? [] : [message('list.servers', { servers: firstOf(servers) })]),
  ];
}

/** `check <client> <feature…>`: shows what this proxy would answer that mod. It uses no permit. */
export const checkCommand: Command = {
  name: 'check',
  parameters: '<client> <feature…>',
  run: ({ service: { blocklists } }, [client = '', ...features]) => {
    const lists = blocklists.lookUp(client);
    if (lists === undefined) return reply('failed', message('lists.unread'));
    const blocked = selectBlockedFeatures(features, lists);
    const count = new Set(features).size;
    const answer =
      blocked.length === 0
        ? message('check.none', { count, client: { name: client } })
        : message('check.blocked', {
            count,
            client: { name: client },
            blocked: blocked.length,
            features: names(blocked),
          });
    return reply('answer', answer, ...lostLines(blocklists, [GLOBAL_LIST, clientList(client)]));
  },
};
