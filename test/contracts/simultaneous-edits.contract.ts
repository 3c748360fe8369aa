import { describe, expect, it } from '@jest/globals';
import type { BlocklistChange, EditOptions } from '../../shared/feature-control/blocklist-editor.ts';
import { clientList, formatBlocklistName, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE, isBlocked } from '../../shared/feature-control/entry-state.ts';
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
    it('makes one of two simultaneous edits that expect the same state', async () => {
      const { editor } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const [timed, longer] = [blockedUntil(untilMs), blockedUntil(untilMs + 1)];
      const edit = async (wanted: EntryState, options: EditOptions): Promise<string> => {
        const block = { ...options, untilMs: wanted.untilMs };
        const result = isBlocked(wanted)
          ? editor.block(GLOBAL_LIST, 'fly', block)
          : editor.unblock(GLOBAL_LIST, 'fly', options);
        return (await result).outcome;
      };
      const cases = [
        [FREE, BLOCKED, timed],
        [BLOCKED, timed, FREE],
        [timed, BLOCKED, longer],
        [timed, FREE, BLOCKED],
      ] as const;
      for (const [expected, ...wanted] of cases) {
        await edit(expected, AUTHOR);
        const edits = wanted.map((state) => edit(state, { ...AUTHOR, expected }));
        const outcomes = (await Promise.all(edits)).toSorted();
        expect({ expected, outcomes }).toEqual({ expected, outcomes: ['changed', 'conflict'] });
        expect(wanted).toContainEqual(await editor.read(GLOBAL_LIST, 'fly'));
      }
    });

    it('never reads a feature as free that is always blocked, in one way or the other', async () => {
      const { editor } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      let isDone = false;
      const write = async (): Promise<void> => {
        for (let index = 0; index < 40; index += 1)
          await editor.block(GLOBAL_LIST, 'fly', index % 2 === 0 ? { ...AUTHOR, untilMs } : AUTHOR);
        isDone = true;
      };
      const read = async (): Promise<void> => {
        while (!isDone) expect(isBlocked(await editor.read(GLOBAL_LIST, 'fly'))).toBe(true);
      };
      await Promise.all([write(), read(), read()]);
    });

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
