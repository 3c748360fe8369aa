import type { RunningNode } from '../../redis/read-nodes.ts';
import type { ServerFacts } from '../../redis/server-facts.ts';
import { formatDuration } from '../output.ts';
import { ok } from './finding.ts';
import type { Finding, Level } from './finding.ts';

/** Clocks that differ by less are as good as the same, in milliseconds; a heartbeat takes its time, too. */
const SLIGHT_MS = 1000;
const GRAVE_MS = 10_000;

/** By how much the clocks of this machine, of Redis and of the programs differ. */
export function checkClocks(
  servers: readonly ServerFacts[],
  nodes: readonly RunningNode[],
): readonly Finding[] {
  const offsets = [
    ...servers.map(({ endpoint, aheadMs }) => ({ name: 'this machine', of: endpoint, aheadMs: -aheadMs })),
    ...nodes.map(({ kind, name, clock, seenAt }) => ({
      name: `the ${kind} ${name}`,
      of: 'Redis',
      aheadMs: clock - seenAt,
    })),
  ];
  const findings = offsets.flatMap(({ name, of, aheadMs }): Finding[] => {
    const level = levelOf(Math.abs(aheadMs));
    if (level === 'ok') return [];
    const side = aheadMs > 0 ? 'ahead of' : 'behind';
    const text = `The clock of ${name} is ${formatDuration(Math.abs(aheadMs))} ${side} that of ${of}.`;
    const advice = 'Synchronise the clocks (NTP): events and timed blocks begin and end by them.';
    return [{ check: 'clock', level, text, advice }];
  });
  if (findings.length > 0) return findings;
  return [ok('clock', `${offsets.length} clocks agree to a second.`)];
}

function levelOf(offsetMs: number): Level {
  if (offsetMs <= SLIGHT_MS) return 'ok';
  return offsetMs <= GRAVE_MS ? 'warning' : 'problem';
}
