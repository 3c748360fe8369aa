import { arch, release, type } from 'node:os';
import { readServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import { readPrograms } from '../../../node/redis/mirroring/heartbeats.ts';
import { Variables } from '../../../node/variables.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { Counters, ProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { VERSION } from '../../../shared/version.ts';
import type { ServerMemory } from '../../server/admin-server.ts';
import { readAdminServerConfig } from '../../server/config.ts';
import { orUsageError } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { withRedis } from '../connected-context.ts';
import { examine } from '../doctor/examine.ts';
import { measureKeys } from '../doctor/key-checks.ts';
import { Redactor } from './redactor.ts';

const ABOUT =
  'State of a feature-control network, for a bug report. Every word that is not one of the texts of ' +
  'feature-control, such as a name, an address or a secret, is replaced by a placeholder. ' +
  'Read it before you share it.';

/** Settings whose values are numbers, or words of a list. */
const PUBLIC_SETTINGS = [
  'ADMIN_PORT',
  'ADMIN_EDITS',
  'AUDIT_DIRECT',
  'AUDIT_ENTRIES',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'MAX_CONNECTIONS',
  'REDIS_COMMAND_TIMEOUT_MS',
  'RESYNC_SECONDS',
  'WEBHOOK_FORMAT',
];

/**
 * Creates the text of a dump: versions, settings, Redis, sizes, heartbeats with recent warnings, and the
 * findings of `doctor`, as JSON, of which everything is known to be public. What cannot be read has a
 * `problem` in its place.
 * @param memory of a running server, for what Redis does not give
 * @throws {UsageError} if a setting is invalid
 */
export async function createDump(context: CommandContext, memory?: ServerMemory): Promise<string> {
  const variables = new Variables(context.environment);
  const { keyPrefix, redis } = orUsageError(() => readAdminServerConfig(variables));
  const redactor = new Redactor(passwordsOf(redis.url));
  const shownPrograms = (programs: readonly ProgramRecord[]): unknown =>
    programs.map((program) => showProgram(program, redactor));
  const readAll = withRedis({ ...context, err: () => undefined }, async (connected) => ({
    redis: await orProblem(async () =>
      (await readServerFacts(connected.redis, context.nowMs)).map(summaryOf),
    ),
    sizes: await orProblem(async () => withoutPrefix(await measureKeys(connected), keyPrefix)),
    doctor: await orProblem(() => examine(connected, { keyPrefix, redis })),
    programs: await orProblem(async () => shownPrograms(await readPrograms(connected.redis, connected.keys))),
  }));
  const dump = {
    about: ABOUT,
    time: new Date(context.nowMs()).toISOString(),
    versions: {
      'feature-control': VERSION,
      node: process.version,
      system: `${type()} ${release().split('-', 1).join('')} ${arch()}`,
    },
    settings: showSettings(variables.given(), redis.url, redactor),
    // They are names of settings, but for two characters.
    misspelt: variables.misspelt(['FC_ACTOR']),
    ...(redactor.texts({
      warnings: memory?.warnings,
      ...(await readAll.catch((cause: unknown) => ({ redis: problemOf(cause) }))),
      ...(memory && { programs: shownPrograms(memory.programs) }),
    }) as object),
  };
  const lines = JSON.stringify(dump, null, 2).split('\n');
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

function showSettings(
  given: Readonly<Record<string, string>>,
  url: RedisUrl,
  redactor: Redactor,
): Readonly<Record<string, string>> {
  const show = (name: string, value: string): string => {
    if (name === 'REDIS_URL') return showUrl(value, url, redactor);
    if (name === 'REDIS_NAT_MAP') return redactor.text(value);
    return PUBLIC_SETTINGS.includes(name) ? value : '<set>';
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, show(name, value)]));
}

/** Shows the scheme, the ports and the number of the database. */
function showUrl(text: string, url: RedisUrl, redactor: Redactor): string {
  const scheme = text.slice(0, text.indexOf('://') + '://'.length);
  const credentials = url.credentials === undefined ? '' : '<credentials>@';
  const database = url.topology === 'cluster' || url.database === 0 ? '' : `/${url.database}`;
  return `${scheme}${credentials}${redactor.text(describeNodes(url))}${database}`;
}

/** The names of counters are those of mods, among others. */
function showProgram(program: ProgramRecord, redactor: Redactor): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries<unknown>({ ...program }).map(([field, value]) => {
      const isCounters = typeof value === 'object' && !Array.isArray(value);
      return [field, isCounters ? redactor.names(value as Counters) : value];
    }),
  );
}

function withoutPrefix(sizes: Readonly<Record<string, unknown>>, prefix: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name.replaceAll(prefix, ''), size]));
}

function passwordsOf(url: RedisUrl): readonly string[] {
  const ofSentinels = url.topology === 'sentinel' ? url.sentinelCredentials : undefined;
  return [url.credentials, ofSentinels].flatMap((credentials) => credentials?.password ?? []);
}
