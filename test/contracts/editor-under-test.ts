import type { AuditCommands } from '../../shared/redis/blocklists/history/audit-log.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { uniquePrefix } from '../support/redis/redis.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';

export interface EditorUnderTest {
  readonly commands: AuditCommands;
  readonly redis: RedisStore['admin'];
}

export const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;

/** Creates an editor with a unique key prefix. */
export function createEditor(
  { commands }: Pick<EditorUnderTest, 'commands'>,
  bounds = { entries: 1000, days: 30 },
  supportsCrossSlotScripts = false,
) {
  const keys = new RedisKeys(uniquePrefix());
  return { keys, editor: new RedisBlocklistEditor(commands, keys, bounds, supportsCrossSlotScripts) };
}

/** Returns the time in one hour by Redis's clock, in milliseconds since the epoch. */
export async function inAnHour({ redis }: Pick<EditorUnderTest, 'redis'>): Promise<number> {
  return Math.floor(await redisNowMs(redis)) + 3_600_000;
}

/**
 * Waits for the next millisecond, because entries of one millisecond in different streams have no defined
 * order.
 */
export async function passMillisecond({ redis }: Pick<EditorUnderTest, 'redis'>): Promise<void> {
  const begin = await redisNowMs(redis);
  await eventually(async () => (await redisNowMs(redis)) > begin + 1, { everyMs: 1 });
}

/** Returns the id of a change; throws if nothing was changed. */
export function idOf(result: { readonly outcome: string; readonly id?: string }): string {
  if (result.id === undefined) throw new Error(`Not changed: ${JSON.stringify(result)}`);
  return result.id;
}
