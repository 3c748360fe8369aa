import type { Redis } from 'ioredis';
import { versionIn } from '../../../shared/redis/server/server-watch.ts';
import { keyOf } from '../../../shared/redis/url/redis-node.ts';
import { nodeOf } from '../connecting/cluster-connection.ts';
import { mastersOf } from '../connecting/redis-client.ts';
import type { RedisClient } from '../connecting/redis-client.ts';
import { orRedisError } from '../redis-replies.ts';
import { IoredisCommands } from './ioredis-commands.ts';

/** What one Redis server reports about itself. */
export interface ServerFacts {
  readonly endpoint: string;
  /** Such as `Redis 7.0.15` or `Valkey 8.1.8`; `an unknown version` if it does not report it. */
  readonly version: string;
  /** The fields of `INFO`, by name. */
  readonly info: ReadonlyMap<string, string>;
  /** Milliseconds since the Unix epoch, by the clock of the server. */
  readonly clockMs: number;
  /** How far its clock is ahead of this machine's clock, in milliseconds; accurate to half the round trip. */
  readonly aheadMs: number;
  readonly roundTripMs: number;
}

/** Reads what each master reports about itself. @throws {RedisError} */
export async function readServerFacts(
  redis: RedisClient,
  nowMs: () => number,
): Promise<readonly ServerFacts[]> {
  return await Promise.all(mastersOf(redis).map((master) => readFactsOf(master, nowMs)));
}

async function readFactsOf(redis: Redis, nowMs: () => number): Promise<ServerFacts> {
  const text = await orRedisError(redis.info());
  const sentMs = nowMs();
  const clockMs = Math.floor(await new IoredisCommands(redis).time());
  const roundTripMs = Math.max(0, nowMs() - sentMs);
  const aheadMs = clockMs - (sentMs + roundTripMs / 2);
  const version = versionIn(text) || 'an unknown version';
  const endpoint = keyOf(nodeOf(redis));
  return { endpoint, version, info: parseInfoLines(text), clockMs, aheadMs, roundTripMs };
}

/** Parses `name:value` lines. Lines that begin with `#` are headings. */
function parseInfoLines(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':') && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

/** Returns the fields of `INFO` that say that Redis could not save its data at the latest attempt. */
export function failedSaves(info: ServerFacts['info']): readonly string[] {
  return ['rdb_last_bgsave_status', 'aof_last_write_status', 'aof_last_bgrewrite_status'].filter(
    (field) => (info.get(field) ?? 'ok') !== 'ok',
  );
}
