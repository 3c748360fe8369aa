import type { RunningProgram } from '../../../node/redis/mirroring/heartbeats.ts';
import { VERSION } from '../../../shared/version.ts';
import { formatDuration } from '../output.ts';
import { abbreviate, finding, ok } from './finding.ts';
import type { Finding } from './finding.ts';

const CHECK = 'programs';

/** Checks the heartbeats of the proxies and sidecars. */
export function checkPrograms(programs: readonly RunningProgram[]): readonly Finding[] {
  if (programs.length === 0) {
    const advice = 'Start them with the same Redis and key prefix; older versions send no heartbeats.';
    return [finding('note', CHECK, 'No heartbeat of a proxy or sidecar was found.', advice)];
  }
  const findings = [...programs.flatMap(checkHealth), ...checkVersions(programs)];
  return findings.length > 0 ? findings : [ok(CHECK, `${programs.length} running, all healthy.`)];
}

function checkHealth({ kind, name, health, lagMs = 0, lost = 0, rejected = 0 }: RunningProgram): Finding[] {
  if (health === 'ok') return [];
  const reasons = [
    ...(lagMs === 0 ? [] : [`${formatDuration(lagMs)} behind Redis`]),
    ...(lost === 0 ? [] : [`${lost} keys kept that Redis has lost`]),
    ...(rejected === 0 ? [] : [`${rejected} values rejected`]),
  ].join(', ');
  const text = `The ${kind} ${name} is ${health}${reasons === '' ? '' : ` (${reasons})`}.`;
  return [finding('warning', CHECK, text, 'See its log.')];
}

function checkVersions(programs: readonly RunningProgram[]): Finding[] {
  const others = programs.filter(({ version }) => version !== VERSION);
  if (others.length === 0) return [];
  const names = others.map(({ kind, name, version }) => `${kind} ${name} (${version})`);
  const text = `Other versions than this command line (${VERSION}): ${abbreviate(names)}.`;
  return [finding('note', CHECK, text, 'Upgrade them one after the other.')];
}
