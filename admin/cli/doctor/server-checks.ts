import { failedSaves } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { ServerConditions } from '../../../shared/redis/server/server-conditions.ts';
import { formatDuration } from '../output.ts';
import { finding, ok } from './finding.ts';
import type { Finding } from './finding.ts';

/** Share of maxmemory from which on Redis may soon refuse writes or delete keys. */
const NEARLY_FULL = 0.9;
const SLOW_MS = 50;
const DAY_SECONDS = 86_400;

/**
 * Checks one Redis server by its `INFO` and the measured round trip.
 * @param commandTimeoutMs the timeout of a command in all programs
 */
export function checkServer(facts: ServerFacts, commandTimeoutMs: number): readonly Finding[] {
  return [
    checkRole(facts),
    checkPersistence(facts),
    checkEviction(facts),
    checkRoundTrip(facts, commandTimeoutMs),
  ];
}

/** Checks that all servers have the commands that the programs need, whatever version they report. */
export function checkVersions(
  servers: readonly ServerFacts[],
  conditions: ServerConditions,
): readonly Finding[] {
  const check = 'Redis version';
  const outdated = conditions.reasonsFor('outdated');
  const advice = 'Upgrade Redis, or use Valkey.';
  if (outdated.length > 0) return outdated.map((reason) => finding('problem', check, `${reason}.`, advice));
  return servers.map(({ endpoint, version }) => ok(check, `${endpoint} runs ${version}.`));
}

function checkRole({ endpoint, info }: ServerFacts): Finding {
  const check = 'role';
  const role = info.get('role') ?? 'master';
  if (role === 'master') return ok(check, `${endpoint} is a master.`);
  const advice = 'Set REDIS_URL to the master, or to its Sentinels with redis-sentinel://.';
  return finding('problem', check, `${endpoint} is a ${role}, which accepts no writes.`, advice);
}

function checkPersistence({ endpoint, info, clockMs }: ServerFacts): Finding {
  const check = 'persistence';
  const failed = failedSaves(info);
  if (failed.length > 0) {
    const text = `${endpoint} cannot save its data: ${failed.join(', ')}.`;
    return finding('problem', check, text, 'Check the log of Redis; often the disk is full.');
  }
  if (info.get('aof_enabled') === '1') return ok(check, `${endpoint} writes an append-only file.`);
  const unsaved = Number(info.get('rdb_changes_since_last_save') ?? 0);
  const ageSeconds = clockMs / 1000 - Number(info.get('rdb_last_save_time') ?? 0);
  const advice =
    'Run "redis-cli CONFIG SET appendonly yes" on the running server first, and then follow docs/proxy.md: if ' +
    'only redis.conf is changed, a restarted Redis starts empty.';
  const age = formatDuration(ageSeconds * 1000);
  const text = `${endpoint} writes no append-only file; ${unsaved} changes since the snapshot ${age} ago.`;
  return finding(unsaved > 0 && ageSeconds > DAY_SECONDS ? 'problem' : 'warning', check, text, advice);
}

function checkEviction({ endpoint, info }: ServerFacts): Finding {
  const check = 'eviction';
  const limit = Number(info.get('maxmemory') ?? 0);
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (limit === 0) return ok(check, `${endpoint} has no maxmemory, so it evicts nothing.`);
  if (policy.startsWith('allkeys')) {
    const text = `${endpoint} may delete any key when its memory is full (maxmemory-policy ${policy}).`;
    const advice =
      'Set maxmemory-policy to noeviction: the features of an evicted list are no longer blocked.';
    return finding('problem', check, text, advice);
  }
  const share = Number(info.get('used_memory') ?? 0) / limit;
  const text = `${endpoint} uses ${Math.round(100 * share)} % of its maxmemory (${policy}).`;
  if (share < NEARLY_FULL) return ok(check, text);
  return finding('warning', check, text, 'Raise maxmemory, or free memory.');
}

function checkRoundTrip({ endpoint, roundTripMs }: ServerFacts, commandTimeoutMs: number): Finding {
  const check = 'round trip';
  const text = `${endpoint} answers in ${Math.round(roundTripMs)} ms.`;
  if (roundTripMs <= SLOW_MS) return ok(check, text);
  const advice = 'Run Redis near the proxies: the first answer to each player waits for one round trip.';
  if (2 * roundTripMs <= commandTimeoutMs) return finding('warning', check, text, advice);
  const raise =
    `A command fails after ${commandTimeoutMs} ms: raise REDIS_COMMAND_TIMEOUT_MS, and ` +
    'redis.command-timeout-ms of the plugin.';
  return finding('problem', check, text, `${raise} ${advice}`);
}
