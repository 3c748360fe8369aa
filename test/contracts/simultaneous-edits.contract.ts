import { describe, expect, it } from '@jest/globals';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { clientList, formatBlocklistName, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { parseEntry } from '../../shared/redis/blocklists/history/audit-entry.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { Random } from '../support/random.ts';
import { AUTHOR, createEditor, inAnHour } from './editor-under-test.ts';
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
  const stream = keys.auditKey(list);
  for (const [id, texts] of await redis.xrange(stream, '-', '+')) {
    const names = texts.filter((_, index) => index % 2 === 0);
    const fields = new Map(names.map((name, index) => [name, texts[2 * index + 1] ?? '']));
    const entry = parseEntry(stream, id, fields);
    if (entry === undefined) throw new Error(`not a record: ${texts.join(' ')}`);
    changes.push(entry.change);
    for (const { feature, before, after } of entry.difference ?? [entry.change]) {
      expect({ id, feature, before }).toEqual({ id, feature, before: states.get(feature) ?? FREE });
      expect(after).not.toEqual(before);
      states.set(feature, after);
    }
  }
  return { states, changes };
}

/** The contract of edits at the same time. */
export function describeSimultaneousEdits(underTest: () => EditorUnderTest): void {
  describe('at the same time', () => {
    it('agrees with the history, whatever many actors do [G66]', async () => {
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const random = new Random(39, 2);
      const made: string[] = [];
      const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
      const act = async (actor: string): Promise<void> => {
        const author = { ...AUTHOR, actor };
        for (let index = 0; index < EDITS; index += 1) {
          const [list, feature] = [pick(LISTS), pick(FEATURES)];
          const edits = [
            async () => await editor.block(list, feature, author),
            async () => await editor.block(list, feature, { ...author, untilMs: untilMs + random.below(3) }),
            async () => await editor.unblock(list, feature, author),
            async () => {
              const expected = await editor.read(list, feature);
              return await editor.block(list, feature, { ...author, expected });
            },
            async () => await editor.undo(pick(made), author),
            async () => {
              const difference = FEATURES.map((name) => ({ feature: name, before: FREE, after: BLOCKED }));
              return await editor.change(list, difference, author);
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
          const stored = await editor.read(list, feature);
          expect([formatBlocklistName(list), feature, stored]).toEqual([
            formatBlocklistName(list),
            feature,
            states.get(feature) ?? FREE,
          ]);
        }
      }
      expect(recorded.toSorted()).toEqual(made.toSorted());
    });
  });
}
