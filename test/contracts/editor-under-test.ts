import type { ChangeSource } from '../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { formatState } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { AuditCommands } from '../../shared/redis/blocklists/history/audit-log.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import { uniquePrefix } from '../support/redis/redis.ts';

export interface EditorUnderTest {
  readonly commands: AuditCommands;
  readonly redis: RedisStore['admin'];
}

export const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;

/** Creates an editor with a unique key prefix. */
export function createEditor({ commands }: Pick<EditorUnderTest, 'commands'>, maxRecords = 1000) {
  const keys = new RedisKeys(uniquePrefix());
  return { keys, editor: new RedisBlocklistEditor(commands, keys, maxRecords) };
}

/** Returns the fields and values of a record in an audit stream. */
export function toFields(record: {
  readonly list: BlocklistName;
  readonly feature: string;
  readonly before: EntryState;
  readonly after: EntryState;
  readonly actor: string;
  readonly source: ChangeSource;
}): string[] {
  const { after, before, list, ...others } = record;
  const texts = { list: formatBlocklistName(list), before: formatState(before), after: formatState(after) };
  return Object.entries({ ...others, ...texts }).flat();
}

/** Returns the time in one hour by Redis's clock, in milliseconds since the epoch. */
export async function inAnHour({ redis }: Pick<EditorUnderTest, 'redis'>): Promise<number> {
  return Math.floor(await redisNowMs(redis)) + 3_600_000;
}

/** Returns the id of a change; throws if nothing was changed. */
export function idOf(result: { readonly outcome: string; readonly id?: string }): string {
  if (result.id === undefined) throw new Error(`Not changed: ${JSON.stringify(result)}`);
  return result.id;
}
