import { once } from 'node:events';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { parseConfig } from '../config.ts';
import { NodeTimers } from '../platform/node-timers.ts';
import { reasonOf } from '../redis/connection-log.ts';
import { createRedisClient, mastersOf } from '../redis/redis-client.ts';
import type { RedisClient } from '../redis/redis-client.ts';

/** What commands read and print. Lines have no line break and are not escaped: the caller does both. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of what was asked for, for pipes. */
  readonly out: (line: string) => void;
  /** Prints a line of what is said about it, for people. */
  readonly err: (line: string) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/**
 * Ends a command with exit code 1 and one line that says what went wrong. Thrown by commands, caught where
 * they are run.
 */
export class Failure extends Error {}

/** No command waits longer for Redis, as a person waits for the command. */
const TIMEOUT_MS = 3000;

/** Connects to Redis for as long as `work` takes. @throws {Failure} where that fails, with the reason */
export async function withRedis<T>(
  { environment }: CommandContext,
  work: (redis: RedisClient, keys: RedisKeys) => Promise<T>,
): Promise<T> {
  const { REDIS_URL, REDIS_CA_FILE, KEY_PREFIX } = environment;
  const parsed = parseConfig({ REDIS_URL, REDIS_CA_FILE, KEY_PREFIX });
  if (!parsed.ok) throw new Failure(parsed.problem);
  const { redis: place, keyPrefix } = parsed.config;
  const redis = createRedisClient(place, {
    name: 'feature-control-cli',
    timers: new NodeTimers(),
    commandTimeoutMs: TIMEOUT_MS,
    heartbeatMs: TIMEOUT_MS,
  });
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // The first failure is reported, although the next attempt might succeed.
    await untilReady(redis, deadline).catch((cause: unknown) => {
      const reason = deadline.aborted ? 'it does not answer' : reasonOf(cause as Error);
      // The URL may hold a password, so only the servers are named.
      throw new Failure(`Redis at ${describeNodes(place.url)} cannot be reached: ${reason}`);
    });
    return await work(redis, new RedisKeys(keyPrefix));
  } finally {
    redis.disconnect();
  }
}

/** A cluster says that it is ready when one of its servers is. */
async function untilReady(redis: RedisClient, signal: AbortSignal): Promise<void> {
  await once(redis, 'ready', { signal });
  for (const master of mastersOf(redis)) {
    if (master.status !== 'ready') await once(master, 'ready', { signal });
  }
}

/** Prints columns, two blanks apart. @param table the headings first */
export function printTable({ out }: CommandContext, table: readonly (readonly string[])[]): void {
  // Escaped before they are measured, as a cell has the width that is printed.
  const rows = table.map((row) => row.map(escapeUnprintable));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    out(cells.join('  ').trimEnd());
  }
}
