import { expect, it } from '@jest/globals';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-change.ts';
import { clientList, formatBlocklistName, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { parseEntry } from '../../shared/redis/blocklists/history/history-entry.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { Random } from '../support/random.ts';
import { AUTHOR, createEditor, inAnHour, undo } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

const ACTORS = 12;
const EDITS = 15;
const LISTS = [GLOBAL_LIST, clientList('my-mod')];
const FEATURES = ['fly', 'zoom', 'map'];

/**
 * Replays the history of a list, and asserts that each record begins with the state that the ones before it
 * have left.
 * @returns the states by feature, and the changes
 */
async function replay({ redis }: EditorUnderTest, keys: RedisKeys, list: BlocklistName) {
  const states = new Map<string, EntryState>();
  const changes: BlocklistChange[] = [];
  const stream = keys.historyKey(list);
  for (const [id, texts] of await redis.xrange(stream, '-', '+')) {
    const names = texts.filter((_, index) => index % 2 === 0);
    const fields = new Map(names.map((name, index) => [name, texts[2 * index + 1] ?? '']));
    const change = parseEntry(stream, id, fields);
    if (change === undefined) throw new Error(`not a record: ${texts.join(' ')}`);
    changes.push(change);
    for (const { feature, before, after } of change.changes) {
      expect({ id, feature, before }).toEqual({ id, feature, before: states.get(feature) ?? FREE });
      expect(after).not.toEqual(before);
      states.set(feature, after);
    }
  }
  return { states, changes };
}

/** The contract of edits at the same time. */
export function describeSimultaneousEdits(underTest: () => EditorUnderTest): void {
  it('at the same time agrees with the history, whatever many actors do [G66]', async () => {
    const { editor, keys, set, stateOf } = createEditor(underTest());
    const untilMs = await inAnHour(underTest());
    const random = new Random(39, 2);
    const made: string[] = [];
    const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
    const act = async (actor: string): Promise<void> => {
      const author = { ...AUTHOR, actor };
      for (let index = 0; index < EDITS; index += 1) {
        const [list, feature] = [pick(LISTS), pick(FEATURES)];
        const edits = [
          async () => await set(list, feature, BLOCKED, author),
          async () => await set(list, feature, blockedUntil(untilMs + random.below(3)), author),
          async () => await set(list, feature, FREE, author),
          async () =>
            await set(list, feature, BLOCKED, { ...author, expected: await stateOf(list, feature) }),
          async () => await undo(editor, pick(made), author),
          async () => {
            const wanted = new Map(FEATURES.map((name) => [name, BLOCKED]));
            return await editor.edit(list, wanted, author, new Map([[feature, FREE]]));
          },
        ];
        const result = await pick(made.length === 0 ? edits.slice(0, 3) : edits)();
        if (result.outcome === 'changed') made.push(result.id);
      }
    };
    await Promise.all(Array.from({ length: ACTORS }, (_, index) => act(`admin-${index}`)));
    const recorded: string[] = [];
    for (const list of LISTS) {
      const { changes, states } = await replay(underTest(), keys, list);
      recorded.push(...changes.map(({ id }) => id));
      for (const feature of FEATURES) {
        const stored = await stateOf(list, feature);
        expect([formatBlocklistName(list), feature, stored]).toEqual([
          formatBlocklistName(list),
          feature,
          states.get(feature) ?? FREE,
        ]);
      }
    }
    expect(recorded.toSorted()).toEqual(made.toSorted());
  });
}
