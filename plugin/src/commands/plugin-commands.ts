import type { Status } from '../status.ts';
import type { Administration, Command } from './command.ts';
import { formatCount, formatDuration, groupDigits } from './format.ts';
import { reply } from './reply.ts';

/** `status`: how this proxy's plugin fares, from what it knows without asking. */
export function createStatusCommand({ status }: Pick<Administration, 'status'>): Command {
  return {
    name: 'status',
    parameters: '',
    summary: 'shows the state of the plugin, of Redis and of the lists',
    run: () => Promise.resolve({ tone: 'answer', lines: describeStatus(status()).map((line) => [line]) }),
  };
}

/**
 * `reload`: applies the settings as they are now written. Where they are invalid, the previous ones stay in
 * use.
 */
export function createReloadCommand({ reload }: Pick<Administration, 'reload'>): Command {
  return {
    name: 'reload',
    parameters: '',
    summary: 'reads config.toml again',
    run: async () => {
      const reloaded = await reload();
      if (!reloaded.ok) return reply('failed', `Nothing is changed: ${reloaded.problem}.`);
      const { note } = reloaded;
      const dropped =
        note === undefined ? '' : ` They name another Redis, database or key prefix: dropped ${note}.`;
      return reply('changed', `The settings are applied.${dropped}`);
    },
  };
}

function describeStatus({
  engine,
  lists,
  redis,
  queuedPackets,
  underWay,
  answers,
  dropped,
  bridges,
}: Status): string[] {
  return [
    `Engine: ${engine.name}, running for ${formatDuration(engine.upMs)}.`,
    `Redis: ${redis === 'unreachable' ? 'unreachable, reconnecting' : redis}.`,
    `Lists: ${describeLists(lists)}.`,
    `Queue: ${formatCount(queuedPackets, 'packet')} waiting, ${formatCount(underWay, 'request')} under way.`,
    `Answers: ${describeCounts(answers)}.`,
    `Dropped packets: ${describeCounts(dropped)}.`,
    ...describeBridges(bridges),
  ];
}

function describeLists({
  globalFeatures,
  clients,
  clientFeatures,
  serverFeatures,
  timedFeatures,
  ageMs,
  isUpToDate,
  kept,
}: Status['lists']): string {
  if (ageMs === undefined) return 'not read yet';
  const sizes = `${formatCount(globalFeatures, 'feature')} for every client, ${groupDigits(clientFeatures)} for ${formatCount(clients, 'client')}`;
  const servers = serverFeatures === 0 ? '' : `, ${groupDigits(serverFeatures)} for servers`;
  const timed = timedFeatures === 0 ? '' : ` (${groupDigits(timedFeatures)} of them for a time)`;
  const age = `compared with Redis ${formatDuration(ageMs)} ago`;
  const loss = kept === 0 ? '' : `; ${formatCount(kept, 'list')} kept in memory, as Redis lost its data`;
  return `${sizes}${servers}${timed}, ${age}${isUpToDate ? '' : ', and being read again'}${loss}`;
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  const some = [...counts].filter(([, count]) => count > 0);
  return some.length === 0 ? 'none' : some.map(([name, count]) => `${groupDigits(count)} ${name}`).join(', ');
}

/** @returns no line where none is enabled */
function describeBridges(bridges: Status['bridges']): string[] {
  const each = bridges.map(
    ({ bridge, players, messages }) =>
      `${bridge.name} ${formatCount(players, 'player')}, ${formatCount(messages, 'message')}`,
  );
  return each.length === 0 ? [] : [`Bridges: ${each.join('; ')}.`];
}
