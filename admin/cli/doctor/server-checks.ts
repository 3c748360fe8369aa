import { failedSaves } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import { formatDuration } from '../output.ts';
import { ok } from './finding.ts';
import type { Finding } from './finding.ts';

/** The oldest version of Redis that has every command that the programs send. */
const MIN_VERSION = [6, 2] as const;
/** Share of maxmemory from which on Redis may soon refuse writes or delete keys. */
const NEARLY_FULL = 0.9;
const SLOW_MS = 50;
const DAY_SECONDS = 86_400;

/** Checks one Redis server by its `INFO` and the measured round trip. */
export function checkServer(facts: ServerFacts): readonly Finding[] {
  return [
    checkVersion(facts),
    checkRole(facts),
    checkPersistence(facts),
    checkEviction(facts),
    checkRoundTrip(facts),
  ];
}

function checkVersion({ endpoint, info }: ServerFacts): Finding {
  const check = 'Redis version';
  const version = info.get('redis_version') ?? 'unknown';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
  if (!isOld) return ok(check, `${endpoint} runs Redis ${version}.`);
  const text = `${endpoint} runs Redis ${version}; the oldest supported version is ${MIN_VERSION.join('.')}.`;
  return { check, level: 'problem', text, advice: 'Upgrade Redis.' };
}

function checkRole({ endpoint, info }: ServerFacts): Finding {
  const check = 'role';
  const role = info.get('role') ?? 'master';
  if (role === 'master') return ok(check, `${endpoint} is a master.`);
  const advice = 'Set REDIS_URL to the master, or to its Sentinels with redis-sentinel://.';
  return { check, level: 'problem', text: `${endpoint} is a ${role}, which accepts no writes.`, advice };
}

function checkPersistence({ endpoint, info, clockMs }: ServerFacts): Finding {
  const check = 'persistence';
  const failed = failedSaves(info);
  if (failed.length > 0) {
    const text = `${endpoint} cannot save its data: ${failed.join(', ')}.`;
    return { check, level: 'problem', text, advice: 'Check the log of Redis; often the disk is full.' };
  }
  if (info.get('aof_enabled') === '1') return ok(check, `${endpoint} writes an append-only file.`);
  const unsaved = Number(info.get('rdb_changes_since_last_save') ?? 0);
  const ageSeconds = clockMs / 1000 - Number(info.get('rdb_last_save_time') ?? 0);
  const advice =
    'Run "redis-cli CONFIG SET appendonly yes" on the running server first, and then follow docs/proxy.md: if ' +
    'only redis.conf is changed, a restarted Redis starts empty.';
  const age = formatDuration(ageSeconds * 1000);
  const text = `${endpoint} writes no append-only file; ${unsaved} changes since the snapshot ${age} ago.`;
  return { check, level: unsaved > 0 && ageSeconds > DAY_SECONDS ? 'problem' : 'warning', text, advice };
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
    return { check, level: 'problem', text, advice };
  }
  const share = Number(info.get('used_memory') ?? 0) / limit;
  const text = `${endpoint} uses ${Math.round(100 * share)} % of its maxmemory (${policy}).`;
  if (share < NEARLY_FULL) return ok(check, text);
  return { check, level: 'warning', text, advice: 'Raise maxmemory, or free memory.' };
}

function checkRoundTrip({ endpoint, roundTripMs }: ServerFacts): Finding {
  const check = 'round trip';
  const text = `${endpoint} answers in ${Math.round(roundTripMs)} ms.`;
  if (roundTripMs <= SLOW_MS) return ok(check, text);
  const advice = 'Run Redis near the proxies: the first answer to each player waits for one round trip.';
  return { check, level: 'warning', text, advice };
}
