import { duration, separate } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Status } from '../status.ts';
import type { Command } from './command.ts';

/** `status`: shows the state of the plugin on this proxy, from memory, without a request to Redis. */
export const statusCommand: Command = {
  name: 'status',
  parameters: '',
  run: ({ status }) => reply('answer', ...describeStatus(status())),
};

/** `reload`: reads and applies the settings. If they are invalid, the previous settings stay in use. */
export const reloadCommand: Command = {
  name: 'reload',
  parameters: '',
  run: async ({ reload }) => {
    const reloaded = await reload();
    if (!reloaded.ok) return reply('failed', message('reload.failed', { problem: reloaded.problem }));
    const done = message('reload.done');
    return reply('changed', reloaded.value.isOtherData ? [done, ' ', message('reload.other-data')] : done);
  },
};

function describeStatus(status: Status): Message[] {
  const { upMs, lists, redis, queuedPackets, inFlight, answers, dropped } = status;
  return [
    message('status.engine', { engine: 'GraalJS', duration: duration(upMs) }),
    message(`status.redis-${redis}`, { details: describeRedis(status) }),
    message('status.lists', { lists: describeLists(lists) }),
    message('status.queue', {
      packets: message('count.packets', { count: queuedPackets }),
      requests: message('count.requests', { count: inFlight }),
    }),
    message('status.subscriptions', { players: message('count.players', { count: status.subscribers }) }),
    message('status.answers', { answers: describeCounts(answers, (code) => code) }),
    message('status.dropped', { packets: describeCounts(dropped, (reason) => message(`status.${reason}`)) }),
  ];
}

function describeRedis({ conditions, roundTripMs }: Status): Value {
  if (roundTripMs === undefined) return [];
  return [
    [', ', message('status.round-trip', { milliseconds: Math.round(roundTripMs) })],
    ...conditions.map((condition) => [', ', message(`status.redis-${condition}`)]),
  ];
}

function describeLists(lists: Status['lists']): Value {
  const { clients, features, globalFeatures, serverFeatures, timedFeatures } = lists;
  const clientFeatures = features - globalFeatures - serverFeatures;
  if (lists.ageMs === undefined) return message('status.unread');
  const ofServers = message('status.servers', { features: serverFeatures });
  const timed = message('status.timed', { features: timedFeatures });
  const lost = message('status.lost', { lists: message('count.lists', { count: lists.lost }) });
  return [
    message('status.global', { features: message('count.features', { count: globalFeatures }) }),
    [', ', message('status.clients', { count: clients, features: clientFeatures })],
    serverFeatures === 0 ? [] : [', ', ofServers],
    timedFeatures === 0 ? [] : [' ', timed],
    [', ', message('status.age', { duration: duration(lists.ageMs) })],
    lists.lagMs === 0 ? [] : [', ', message('status.reading')],
    lists.lost === 0 ? [] : ['; ', lost],
  ];
}

function describeCounts<Key>(counts: ReadonlyMap<Key, number>, describe: (key: Key) => Value): Value {
  const nonZero = [...counts].filter(([, count]) => count > 0);
  return nonZero.length === 0
    ? message('status.none')
    : separate(
        nonZero.map(([key, count]) => [count, ' ', describe(key)]),
        ', ',
      );
}
