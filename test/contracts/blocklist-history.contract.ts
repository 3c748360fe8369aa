import { describe, expect, it } from '@jest/globals';
import type { BlocklistChange } from '../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../shared/feature-control/entry-state.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { AUTHOR, createEditor, idOf, inAnHour } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

/** What is kept of edits, and how it is read. */
export function describeHistory(underTest: () => EditorUnderTest): void {
  describe('with their history', () => {
    it('keeps as much as the bounds say', async () => {
      const { editor, keys } = createEditor(underTest(), { entries: 3, days: 1 });
      for (const feature of ['a', 'b', 'c', 'd', 'e']) await editor.block(GLOBAL_LIST, feature, AUTHOR);
      const features = (await editor.history({ most: 10 })).changes.map(({ feature }) => feature);
      expect(features).toEqual(['e', 'd', 'c']);
      const stream = keys.auditOf(keys.blocklistKey(clientList('old')));
      const longAgo = Math.floor(await redisNowMs(underTest().redis)) - 90_000_000;
      await underTest().redis.xadd(stream, `${longAgo}-0`, 'list', 'client:old');
      await editor.block(clientList('old'), 'fly', AUTHOR);
      expect(await underTest().redis.xlen(stream)).toBe(1);
      expect(await underTest().redis.pttl(stream)).toBeGreaterThan(80_000_000);
    });

    it('goes on recording, in order, where the clock was set back', async () => {
      const { editor, keys } = createEditor(underTest());
      const stream = keys.auditOf(keys.blocklistGlobal);
      const later = await inAnHour(underTest());
      await underTest().redis.xadd(stream, `${later}-5`, 'written', 'by a clock that is ahead');
      const blocked = await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      await editor.unblock(GLOBAL_LIST, 'fly', AUTHOR);
      const { changes } = await editor.history({ most: 10 });
      expect(changes).toMatchObject([{ after: FREE }, { id: idOf(blocked), after: BLOCKED }]);
      expect(await underTest().redis.xlen(stream)).toBe(3);
    });

    it('shows the history of all lists page by page, filtered where asked for', async () => {
      const { editor } = createEditor(underTest());
      const lists = [GLOBAL_LIST, clientList('a'), clientList('b'), serverList('c')];
      const ids: string[] = [];
      for (const feature of ['fly', 'zoom', 'map'])
        for (const list of lists)
          ids.unshift(idOf(await editor.block(list, feature, { ...AUTHOR, actor: feature })));
      const pages: BlocklistChange[][] = [];
      let before: string | undefined;
      do {
        const page = await editor.history({ most: 5, before });
        pages.push([...page.changes]);
        before = page.next;
      } while (before !== undefined);
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
      expect(
        pages
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted());
      const times = pages.flat().map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      const ofMap = await editor.history({ feature: 'map', most: 10 });
      expect(ofMap.changes).toHaveLength(4);
      expect((await editor.history({ actor: 'fly', list: GLOBAL_LIST, most: 10 })).changes).toHaveLength(1);
      expect((await editor.history({ source: 'direct', most: 10 })).changes).toEqual([]);
    });
  });
}
