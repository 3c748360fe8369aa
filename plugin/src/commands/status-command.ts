import type { Status } from '../status.ts';
import type { Administration } from './administered-service.ts';
import { noNames } from './command.ts';
import type { Command } from './command.ts';
import { formatCount, formatDuration, groupDigits } from './format.ts';

/** `status`: how this proxy's plugin fares, from what it knows without asking. */
export function createStatusCommand({ status }: Pick<Administration, 'status'>): Command {
  return {
    name: 'status',
    parameters: '',
    summary: 'shows the state of the plugin, of Redis and of the lists',
    leastWords: 0,
    mostWords: 0,
    run: () => Promise.resolve({ tone: 'answer', lines: describeStatus(status()).map((line) => [line]) }),
    complete: noNames,
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
}: Status): string[] {
  return [
    `Engine: ${engine.name}, running for ${formatDuration(engine.upMs)}.`,
    `Redis: ${redis === 'unreachable' ? 'unreachable, reconnecting' : redis}.`,
    `Lists: ${describeLists(lists)}.`,
    `Queue: ${formatCount(queuedPackets, 'packet')} waiting, ${formatCount(underWay, 'request')} under way.`,
    `Answers: ${describeCounts(answers)}.`,
    `Dropped packets: ${describeCounts(dropped)}.`,
  ];
}

function describeLists({
  globalFeatures,
  clients,
  clientFeatures,
  ageMs,
  isUpToDate,
  kept,
}: Status['lists']): string {
  if (ageMs === undefined) return 'not read yet';
  const sizes = `${formatCount(globalFeatures, 'feature')} for every client, ${groupDigits(clientFeatures)} for ${formatCount(clients, 'client')}`;
  const age = `compared with Redis ${formatDuration(ageMs)} ago`;
  const loss = kept === 0 ? '' : `; ${formatCount(kept, 'list')} kept in memory, as Redis lost its data`;
  return `${sizes}, ${age}${isUpToDate ? '' : ', and being read again'}${loss}`;
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  const some = [...counts].filter(([, count]) => count > 0);
  return some.length === 0 ? 'none' : some.map(([name, count]) => `${groupDigits(count)} ${name}`).join(', ');
}
