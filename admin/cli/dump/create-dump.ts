import { arch, release, type } from 'node:os';
import { readServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import { readPrograms } from '../../../node/redis/mirroring/heartbeats.ts';
import { Variables } from '../../../node/variables.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { VERSION } from '../../../shared/version.ts';
import type { ServerMemory } from '../../server/admin-server.ts';
import { readAdminServerConfig } from '../../server/config.ts';
import { orUsageError, withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { examine } from '../doctor/examine.ts';
import { measureKeys } from '../doctor/key-checks.ts';
import { Redactor } from './redactor.ts';

const ABOUT =
  'State of a feature-control network, for a bug report. Secrets, identifiers, addresses and host names are ' +
  'replaced by placeholders; names of lists and mods are not. Read it before you share it.';

/**
 * Creates the text of a dump: versions, settings, Redis, sizes, heartbeats with recent warnings, and the
 * findings of `doctor`, as JSON without anything private. What cannot be read has a `problem` in its place.
 * @param memory of a running server, for what Redis does not give
 * @throws {UsageError} if a setting is invalid
 */
export async function createDump(context: CommandContext, memory?: ServerMemory): Promise<string> {
  const variables = new Variables(context.environment);
  const { keyPrefix, redis } = orUsageError(() => readAdminServerConfig(variables));
  const readAll = withRedis({ ...context, err: () => undefined }, async (store) => ({
    redis: await orProblem(async () => (await readServerFacts(store.redis, context.nowMs)).map(summaryOf)),
    sizes: await orProblem(() => measureKeys(store)),
    doctor: await orProblem(() => examine(context, store, { keyPrefix, redis })),
    programs: await readPrograms(store.redis, store.keys).catch(
      (cause: unknown) => memory?.programs ?? problemOf(cause),
    ),
  }));
  const dump = {
    about: ABOUT,
    time: new Date(context.nowMs()).toISOString(),
    versions: {
      'feature-control': VERSION,
      node: process.version,
      system: `${type()} ${release()} ${arch()}`,
    },
    settings: shownSettings(variables.given()),
    misspelt: variables.misspelt(['FC_ACTOR']),
    warnings: memory?.warnings,
    ...(await readAll.catch((cause: unknown) => ({ redis: problemOf(cause), programs: memory?.programs }))),
  };
  const lines = JSON.stringify(new Redactor(passwordsOf(redis.url)).redact(dump), null, 2).split('\n');
  return `${lines.map(escapeUnprintable).join('\n')}\n`;
}

async function orProblem<T>(read: () => Promise<T>): Promise<T | { readonly problem: string }> {
  return await read().catch(problemOf);
}

/** @throws the cause, if it is a bug */
function problemOf(cause: unknown): { readonly problem: string } {
  if (cause instanceof RedisError || cause instanceof CommandError) return { problem: cause.message };
  throw cause;
}

/** The fields of `INFO` that are shown. */
const INFO = [
  'redis_version',
  'redis_mode',
  'server_mode',
  'valkey_version',
  'role',
  'os',
  'uptime_in_seconds',
  'connected_clients',
  'used_memory',
  'maxmemory',
  'maxmemory_policy',
  'aof_enabled',
];

function summaryOf({ endpoint, info, roundTripMs }: ServerFacts) {
  return { endpoint, roundTripMs, ...Object.fromEntries(INFO.map((field) => [field, info.get(field)])) };
}

/** A password in a URL may contain any character, also those that end a URL in other texts. */
function shownSettings(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown = Object.entries(given).map(([name, value]) => {
    const isSecret = /PASSWORD|SECRET|TOKEN/.test(name);
    return [name, isSecret ? '<secret>' : value.replace(/:\/\/.*@/s, '://<credentials>@')];
  });
  return Object.fromEntries(shown) as Record<string, string>;
}

function passwordsOf(url: RedisUrl): readonly string[] {
  const ofSentinels = url.topology === 'sentinel' ? url.sentinelCredentials : undefined;
  return [url.credentials, ofSentinels].flatMap((credentials) => credentials?.password ?? []);
}
