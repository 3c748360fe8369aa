import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisCommands } from '../../node/redis/commands/ioredis-commands.ts';
import { nodeOf } from '../../node/redis/connecting/cluster-connection.ts';
import { isProvisional, reasonOf } from '../../node/redis/connecting/connection-log.ts';
import { createRedisClient, mastersOf } from '../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../node/redis/connecting/redis-client.ts';
import { readPrograms } from '../../node/redis/mirroring/heartbeats.ts';
import { orRedisError } from '../../node/redis/redis-replies.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { serverNamesOf } from '../../shared/redis/programs/server-scopes.ts';
import { isReadableDespite, RedisError } from '../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { ServerConditions } from '../../shared/redis/server/server-conditions.ts';
import type { RedisNode } from '../../shared/redis/url/redis-node.ts';
import { describeNodes } from '../../shared/redis/url/redis-url.ts';
import { readSettings } from './command-context.ts';
import type { CommandContext, CommandSettings } from './command-context.ts';
import { EXIT, CommandError } from './command-error.ts';
import { withAdvice } from './redis-advice.ts';

/** The context of a command with a connected Redis. Everything throws `RedisError` if it does not answer. */
export type ConnectedContext = ReturnType<typeof connectContext>;

/** @param conditions what limits the use of the servers of Redis */
function connectContext(
  context: CommandContext,
  redis: RedisClient,
  conditions: ServerConditions,
  { historyEntries, keyPrefix }: CommandSettings,
) {
  const commands = new IoredisCommands(redis);
  const keys = new RedisKeys(keyPrefix);
  const programs = () => readPrograms(redis, keys).catch(() => []);
  const serverNames = async () => serverNamesOf(await programs());
  return {
    ...context,
    redis,
    conditions,
    commands,
    keys,
    /** Edits blocklists, and records each edit in the history. */
    editor: new RedisBlocklistEditor({
      commands,
      keys,
      timers: new NodeTimers(),
      maxRecords: historyEntries,
      serverNames,
    }),
    /** Returns the running programs; none if they cannot be read. */
    programs,
    /** Returns the names that running proxies have for game servers; none if they cannot be read. */
    serverNames,
    /** Returns the time of Redis's clock, in whole milliseconds since the epoch. */
    redisNow: async () => Math.floor(await commands.time()),
  };
}

/** The timeout of connecting to Redis, in timeouts of a command. Short, because a person waits for it. */
const CONNECT_TIMEOUTS = 5;
/** How long a write waits for the master while Redis is a replica, and how often it looks: milliseconds. */
const MASTER_MS = 5000;
const MASTER_CHECK_MS = 100;

type Work<T> = (connected: ConnectedContext) => Promise<T>;

/** Runs `work` with a connection to Redis. @throws {CommandError} with the reason if connecting fails */
export async function withRedis<T>(context: CommandContext, work: Work<T>): Promise<T> {
  const settings = readSettings(context);
  const { redis: target } = settings;
  for (const problem of settings.misspelt) context.err(problem, 'yellow');
  const conditions = new ServerConditions();
  const options = { name: 'feature-control-cli', timers: new NodeTimers(), conditions };
  const redis = createRedisClient(target, options);
  const deadline = AbortSignal.timeout(CONNECT_TIMEOUTS * target.commandTimeoutMs);
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    if (!isProvisional(error)) failure = error;
  });
  try {
    // The first connection error fails the command, although a retry might succeed.
    await untilReady(redis, deadline).catch((cause: unknown) => {
      // The URL may contain a password, so the message only names the servers.
      const reason = reasonOf(failure ?? (cause as Error), target.url);
      throw new CommandError(
        `Redis at ${describeNodes(target.url)} cannot be reached: ${reason}`,
        EXIT.usage,
      );
    });
    await assertReadable(redis);
    await conditions.examined();
    return await work(connectContext(context, redis, conditions, settings));
  } finally {
    redis.disconnect();
  }
}

const CONNECTION_LOST =
  'the last write may have been executed; check before you run the command again (edits: see history)';

/**
 * Like {@link withRedis}, for work that writes to Redis.
 * @throws {CommandError} with exit code 1 if the connection is lost, because something may have been written
 */
export async function withRedisForWrites<T>(context: CommandContext, work: Work<T>): Promise<T> {
  return await withRedis(context, async (connected) => {
    for (const reason of connected.conditions.reasonsFor('outdated')) context.err(`${reason}.`, 'yellow');
    await untilMaster(connected);
    try {
      return await work(connected);
    } catch (cause) {
      if (!(cause instanceof RedisError) || cause.reason !== 'unreachable') throw cause;
      throw new CommandError(withAdvice(cause.message, CONNECTION_LOST));
    }
  });
}

/** After a failover, the host name of Redis may lead to the new master soon. */
async function untilMaster({ conditions, redis }: ConnectedContext): Promise<void> {
  const isMaster = (): boolean => !conditions.has('replica') && redis.status === 'ready';
  for (let waitedMs = 0; waitedMs < MASTER_MS && !isMaster(); waitedMs += MASTER_CHECK_MS)
    await delay(MASTER_CHECK_MS);
}

/**
 * Detects what makes commands fail with misleading errors, such as a missing password, or that Redis is still
 * loading its data.
 * @throws {RedisError} NOAUTH, LOADING and others
 */
async function assertReadable(redis: RedisClient): Promise<void> {
  await orRedisError(redis.ping()).catch((cause: unknown) => {
    if (!isReadableDespite(cause)) throw cause;
  });
}

/**
 * Waits for every master: ioredis reports a cluster as ready once one of its servers is.
 * @throws Error if a connection fails, or not all are ready until the signal aborts
 */
async function untilReady(redis: RedisClient, signal: AbortSignal): Promise<void> {
  await untilUsable(redis, signal);
  for (const master of mastersOf(redis))
    if (master.status !== 'ready') await untilUsable(master, signal, nodeOf(master));
}

async function untilUsable(redis: RedisClient, signal: AbortSignal, server?: RedisNode): Promise<void> {
  try {
    await once(redis, 'ready', { signal });
  } catch (cause) {
    if (signal.aborted) throw Object.assign(new Error('timed out'), { server });
    if (!isProvisional(cause as Error)) throw cause;
    await untilUsable(redis, signal, server);
  }
}
