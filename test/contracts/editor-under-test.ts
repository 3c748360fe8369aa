import { NodeTimers } from '../../node/node-timers.ts';
import type { ChangeSource, FeatureChange } from '../../shared/feature-control/blocklist-change.ts';
import type {
  BlocklistEditor,
  ChangeAuthor,
  EditResult,
} from '../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { formatState } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../shared/feature-control/list-contents.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { HistoryCommands } from '../../shared/redis/blocklists/history/stored-history.ts';
import { readList } from '../../shared/redis/blocklists/reading/read-list.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import { uniquePrefix } from '../support/redis/redis.ts';

export interface EditorUnderTest {
  readonly commands: HistoryCommands;
  readonly redis: RedisStore['admin'];
}

export const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;

/** Creates an editor with a unique key prefix. */
export function createEditor({ commands }: Pick<EditorUnderTest, 'commands'>, maxRecords = 1000) {
  const keys = new RedisKeys(uniquePrefix());
  const editor = new RedisBlocklistEditor({ commands, keys, timers: new NodeTimers(), maxRecords });
  return {
    keys,
    editor,
    /** Returns the state of an entry in Redis. */
    stateOf: async (list: BlocklistName, feature: string): Promise<EntryState> => {
      const { contents } = await readList(commands, keys, keys.blocklistKey(list));
      return stateIn(contents, feature, Date.now());
    },
    /** Gives one feature a state. */
    set: async (
      list: BlocklistName,
      feature: string,
      state: EntryState,
      { expected, ...author }: Partial<ChangeAuthor> & { readonly expected?: EntryState } = {},
    ): Promise<EditResult> =>
      await editor.edit(
        list,
        new Map([[feature, state]]),
        { ...AUTHOR, ...author },
        expected && new Map([[feature, expected]]),
      ),
  };
}

/** Reverts the change with an id. @throws if there is none */
export async function undo(
  editor: BlocklistEditor,
  id: string,
  author: ChangeAuthor = AUTHOR,
): Promise<EditResult> {
  return await editor.undo(await editor.find(id), author);
}

/** Returns the expected result of an edit of one feature. */
export function changed(feature: string, before: EntryState, after: EntryState) {
  return { outcome: 'changed', changes: [{ feature, before, after }] };
}

/** Returns the fields and values of a record in the history. */
export function toFields(record: {
  readonly list: BlocklistName;
  readonly changes: readonly FeatureChange[];
  readonly actor: string;
  readonly source: ChangeSource;
}): string[] {
  const { changes, list, ...others } = record;
  return Object.entries({
    ...others,
    list: formatBlocklistName(list),
    changes: JSON.stringify(
      changes.map(({ after, before, feature }) => [feature, formatState(before), formatState(after)]),
    ),
  }).flat();
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
