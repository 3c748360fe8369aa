import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { RunningProgram } from '../../../node/redis/mirroring/heartbeats.ts';
import { formatDuration } from '../output.ts';
import { finding, ok } from './finding.ts';
import type { Finding } from './finding.ts';

const ADVICE = 'Synchronise the clocks (NTP): events and timed blocks depend on them.';
/** Tolerated difference of two clocks, which includes the latency of a heartbeat. */
const TOLERATED_MS = 1000;
/** A larger difference is a problem rather than a warning. */
const PROBLEM_MS = 10_000;

/** Compares the clocks of this machine and of the programs with the clock of Redis. */
export function checkClocks(
  servers: readonly ServerFacts[],
  programs: readonly RunningProgram[],
): readonly Finding[] {
  const offsets = [
    ...servers.map(({ endpoint, aheadMs }) => ({ name: 'this machine', of: endpoint, aheadMs: -aheadMs })),
    ...programs.map(({ kind, name, clock, seenAt }) => ({
      name: `the ${kind} ${name}`,
      of: 'Redis',
      aheadMs: clock - seenAt,
    })),
  ];
  const findings = offsets.flatMap(({ name, of, aheadMs }): Finding[] => {
    if (Math.abs(aheadMs) <= TOLERATED_MS) return [];
    const level = Math.abs(aheadMs) <= PROBLEM_MS ? 'warning' : 'problem';
    const side = aheadMs > 0 ? 'ahead of' : 'behind';
    const text = `The clock of ${name} is ${formatDuration(Math.abs(aheadMs))} ${side} that of ${of}.`;
    return [finding(level, 'clock', text, ADVICE)];
  });
  if (findings.length > 0) return findings;
  return [ok('clock', `The clocks agree within one second (${offsets.length} compared with Redis).`)];
}
