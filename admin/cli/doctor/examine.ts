import type { RedisSettings } from '../../../node/redis-settings.ts';
import { readServerFacts } from '../../../node/redis/commands/server-facts.ts';
import { mastersOf } from '../../../node/redis/connecting/redis-client.ts';
import { readPrograms } from '../../../node/redis/mirroring/heartbeats.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { checkRights } from './acl-checks.ts';
import { checkClocks } from './clock-checks.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { checkKeys } from './key-checks.ts';
import { checkPrograms } from './program-checks.ts';
import { checkServer, checkVersions } from './server-checks.ts';

/** Returns the findings of all checks. @throws {RedisError} */
export async function examine(
  connected: ConnectedContext,
  { keyPrefix, redis: { commandTimeoutMs, url } }: RedisSettings,
): Promise<readonly Finding[]> {
  const { conditions, keys, nowMs, redis } = connected;
  const servers = await readServerFacts(redis, nowMs);
  const programs = await orNote('programs', async () => {
    const programs = await readPrograms(redis, keys);
    return [...checkClocks(servers, programs), ...checkPrograms(programs)];
  });
  const rights = await orNote('rights', async () => {
    const found = mastersOf(redis).map((master) => checkRights(master, keyPrefix, url.topology));
    // The servers of a cluster usually have the same users.
    return [...new Map((await Promise.all(found)).flat().map((one) => [one.text, one])).values()];
  });
  const ofKeys = await orNote('keys', () => checkKeys(connected, keyPrefix));
  return [
    ...checkVersions(servers, conditions),
    ...servers.flatMap((facts) => checkServer(facts, commandTimeoutMs)),
    ...programs,
    ...rights,
    ...ofKeys,
  ];
}

/** Runs a check, or returns a note if Redis rejects its commands, because of permissions or its version. */
async function orNote(check: string, run: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof RedisError) || cause.reason !== 'error-reply') throw cause;
    const text = `They could not be read: ${cause.message}.`;
    const advice =
      'Run it as a Redis user with the permissions of fc-admin in docs/redis-acl.md, on Redis 7 or later.';
    return [finding('note', check, text, advice)];
  }
}
