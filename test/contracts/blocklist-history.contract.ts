import { describe, expect, it } from '@jest/globals';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-change.ts';
import type { BlocklistEditor, HistoryQuery } from '../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../shared/feature-control/entry-state.ts';
import { changeIdOf } from '../../shared/redis/blocklists/history/history-entry.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { AUTHOR, createEditor, idOf, inAnHour, toFields } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

type RecordedChange = Pick<BlocklistChange, 'actor' | 'id'>;

/** Reads all pages of the history. */
async function readPages(
  editor: BlocklistEditor,
  query: HistoryQuery,
): Promise<(readonly BlocklistChange[])[]> {
  const pages: (readonly BlocklistChange[])[] = [];
  let before: string | undefined;
  do {
    const page = await editor.history({ ...query, before });
    pages.push(page.changes);
    before = page.next;
  } while (before !== undefined);
  return pages;
}

/**
 * Records changes of 30 client lists: three in each fourth list, one in each of the others. Entry ids of
 * different streams are equal. The actor is `even` or `odd`, as the number of the list.
 */
async function recordInManyLists({ redis }: EditorUnderTest, keys: RedisKeys): Promise<RecordedChange[]> {
  const nowMs = Math.floor(await redisNowMs(redis));
  const recorded: RecordedChange[] = [];
  for (let number = 0; number < 30; number++)
    for (let entry = 0; entry < (number % 4 === 1 ? 3 : 1); entry++) {
      const list = clientList(`mod-${number}`);
      const stream = keys.historyKey(list);
      const id = `${nowMs + entry * (number % 8)}-${entry}`;
      const actor = number % 2 === 0 ? 'even' : 'odd';
      const changes = [{ feature: 'fly', before: FREE, after: BLOCKED }];
      await redis.xadd(stream, id, ...toFields({ actor, source: 'api', list, changes }));
      recorded.push({ id: changeIdOf(stream, id), actor });
    }
  return recorded;
}

/** The contract of the history: its retention and its queries. */
export function describeHistory(underTest: () => EditorUnderTest): void {
  describe('with their history', () => {
    it('keeps the newest records, however old they are', async () => {
      const { editor, keys, set } = createEditor(underTest(), 3);
      const stream = keys.historyKey(GLOBAL_LIST);
      const changes = [{ feature: 'old', before: FREE, after: BLOCKED }];
      const old = { ...AUTHOR, list: GLOBAL_LIST, changes };
      await underTest().redis.xadd(stream, '1-0', ...toFields(old));
      const features = async () =>
        (await editor.history({ maxChanges: 10 })).changes.map((change) => change.changes[0]?.feature);
      for (const feature of ['a', 'b']) await set(GLOBAL_LIST, feature, BLOCKED);
      expect(await features()).toEqual(['b', 'a', 'old']);
      for (const feature of ['c', 'd']) await set(GLOBAL_LIST, feature, BLOCKED);
      expect(await features()).toEqual(['d', 'c', 'b']);
      expect(await underTest().redis.pttl(stream)).toBe(-1);
    });

    it('continues to record in order after the clock was set back', async () => {
      const { editor, keys, set } = createEditor(underTest());
      const stream = keys.historyKey(GLOBAL_LIST);
      const later = await inAnHour(underTest());
      await underTest().redis.xadd(stream, `${later}-5`, 'written', 'by a clock that is ahead');
      const blocked = await set(GLOBAL_LIST, 'fly', BLOCKED);
      await set(GLOBAL_LIST, 'fly', FREE);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([
        { changes: [{ after: FREE }] },
        { id: idOf(blocked), changes: [{ after: BLOCKED }] },
      ]);
      expect(await underTest().redis.xlen(stream)).toBe(3);
    });

    it('shows the history of all lists page by page, with filters', async () => {
      const { editor, set } = createEditor(underTest());
      const lists = [GLOBAL_LIST, clientList('a'), clientList('b'), serverList('c')];
      for (const feature of ['fly', 'zoom', 'map'])
        for (const list of lists) await set(list, feature, BLOCKED, { actor: feature });
      const pages = await readPages(editor, { maxChanges: 5 });
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
      const times = pages.flat().map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      const sinceMs = times[3] ?? 0;
      const counts: readonly [number, Partial<HistoryQuery>][] = [
        [4, { feature: 'map' }],
        [1, { actor: 'fly', list: GLOBAL_LIST }],
        [0, { source: 'direct' }],
        [times.filter((time) => time >= sinceMs).length, { sinceMs }],
      ];
      for (const [count, query] of counts)
        expect((await editor.history({ ...query, maxChanges: 20 })).changes).toHaveLength(count);
    });

    it.each([3, 30, 46])(
      'shows every change exactly once if more lists have changes than a page has room for: %i per page',
      async (maxChanges) => {
        const { editor, keys } = createEditor(underTest());
        const recorded = await recordInManyLists(underTest(), keys);
        for (const actor of [undefined, 'even', 'odd']) {
          const expected = recorded.filter((change) => actor === undefined || change.actor === actor);
          const pages = await readPages(editor, { actor, maxChanges });
          expect(pages).toHaveLength(Math.ceil(expected.length / maxChanges));
          const changes = pages.flat();
          expect(changes.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
          expect(changes).toEqual(changes.toSorted((one, other) => other.atMs - one.atMs));
        }
      },
    );
  });
}
