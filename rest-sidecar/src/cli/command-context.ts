import { once } from 'node:events';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { parseConfig } from '../config.ts';
import type { SidecarConfig } from '../config.ts';
import { NodeTimers } from '../platform/node-timers.ts';
import { reasonOf } from '../redis/connection-log.ts';
import { createRedisClient, mastersOf } from '../redis/redis-client.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { orRedisError } from '../redis/redis-replies.ts';
import type { Colour } from './colours.ts';
import { EXIT, Failure, UsageFailure } from './failure.ts';
import { withAdvice } from './redis-advice.ts';

/** What commands read and print. Lines have no line break and are not escaped: the caller does both. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of what was asked for, for pipes. */
  readonly out: (line: string, colour?: Colour) => void;
  /** Prints a line of what is said about it, for people. */
  readonly err: (line: string, colour?: Colour) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /** Aborted when the user ends the command. Left out where nobody does. */
  readonly interrupted?: AbortSignal;
  /** Fulfilled when what was printed so far was taken, so that long output does not pile up in memory. */
  readonly flushed?: () => Promise<void>;
  /**
   * Shows how far a long command is, in place of what it showed before; an empty text removes it. Left out
   * where no person watches.
   */
  readonly progress?: (text: string) => void;
}

/** No command waits longer than this to reach Redis, as a person waits for the command. */
const CONNECT_MS = 1500;
/** Nor for one reply. */
const REPLY_MS = 3000;

const UNREACHABLE = 'start it, or correct REDIS_URL, which says where it is';

/** Where Redis is, and what else of the sidecar's settings commands need. @throws {UsageFailure} */
export function readSettings({ environment }: CommandContext): SidecarConfig {
  const { REDIS_URL, REDIS_CA_FILE, KEY_PREFIX, AUDIT_ENTRIES, AUDIT_DAYS } = environment;
  const parsed = parseConfig({ REDIS_URL, REDIS_CA_FILE, KEY_PREFIX, AUDIT_ENTRIES, AUDIT_DAYS });
  if (!parsed.ok) throw new UsageFailure(parsed.problem);
  return parsed.config;
}

/** Connects to Redis for as long as `work` takes. @throws {Failure} where that fails, with the reason */
export async function withRedis<T>(
  context: CommandContext,
  work: (redis: RedisClient, keys: RedisKeys) => Promise<T>,
): Promise<T> {
  const { redis: place, keyPrefix } = readSettings(context);
  const redis = createRedisClient(place, {
    name: 'feature-control-cli',
    timers: new NodeTimers(),
    commandTimeoutMs: REPLY_MS,
    heartbeatMs: REPLY_MS,
  });
  const deadline = AbortSignal.timeout(CONNECT_MS);
  try {
    // The first failure is reported, although the next attempt might succeed.
    await untilReady(redis, deadline).catch((cause: unknown) => {
      const reason = deadline.aborted ? 'it does not answer' : reasonOf(cause as Error);
      // The URL may hold a password, so only the servers are named.
      const advice = withAdvice(reason, UNREACHABLE);
      throw new Failure(`Redis at ${describeNodes(place.url)} cannot be reached: ${advice}`, EXIT.usage);
    });
    await assertLoggedIn(redis);
    return await work(redis, new RedisKeys(keyPrefix));
  } finally {
    redis.disconnect();
  }
}

/** Without a password where one is needed, some commands would fail with odd errors. @throws {RedisError} */
async function assertLoggedIn(redis: RedisClient): Promise<void> {
  await orRedisError(redis.ping()).catch((cause: unknown) => {
    if (cause instanceof RedisError && cause.message.startsWith('NOAUTH')) throw cause;
  });
}

/** A cluster says that it is ready when one of its servers is. */
async function untilReady(redis: RedisClient, signal: AbortSignal): Promise<void> {
  await once(redis, 'ready', { signal });
  for (const master of mastersOf(redis)) {
    if (master.status !== 'ready') await once(master, 'ready', { signal });
  }
}
