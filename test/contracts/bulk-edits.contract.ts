import { describe, expect, it } from '@jest/globals';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../shared/feature-control/list-difference.ts';
import { piecesOf } from '../../shared/redis/blocklists/editing/edit-list.ts';
import { AUTHOR, createEditor, idOf, inAnHour } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

/** The contract of changes of many features in one list, on a real Redis. */
export function describeBulkEdits(underTest: () => EditorUnderTest): void {
  describe('for changes of many features', () => {
    it('are one change in the history; undo reverts it and can be undone itself [G72]', async () => {
      const { redis } = underTest();
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      await redis.sadd(keys.blocklistGlobal, 'leaves', 'stays', 'gets-an-end');
      await redis.zadd(keys.timedBlocklistKey(GLOBAL_LIST), untilMs, 'freed', 1, 'over');
      const difference: ListDifference = [
        { feature: 'enters/"\\', before: FREE, after: BLOCKED },
        { feature: 'freed', before: blockedUntil(untilMs), after: FREE },
        { feature: 'gets-an-end', before: BLOCKED, after: blockedUntil(untilMs + 1) },
        { feature: 'leaves', before: BLOCKED, after: FREE },
      ];
      const stored = async () => [
        (await redis.smembers(keys.blocklistGlobal)).sort(),
        await redis.zrange(keys.timedBlocklistKey(GLOBAL_LIST), '0', '-1', 'WITHSCORES'),
      ];
      const changed = await editor.change(GLOBAL_LIST, difference, { ...AUTHOR, reason: 'season 3' });
      expect(changed).toMatchObject({ outcome: 'changed', features: 4 });
      expect(await stored()).toEqual([
        ['enters/"\\', 'stays'],
        ['over', '1', 'gets-an-end', String(untilMs + 1)],
      ]);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([
        { ...AUTHOR, id: idOf(changed), list: GLOBAL_LIST, feature: '', reason: 'season 3' },
      ]);
      const names = ['enters/"\\', 'freed', 'gets-an-end', 'leaves'];
      expect(changes[0]?.sizes).toEqual({ before: 4, after: 3, names, canUndo: true });
      for (const [feature, count] of Object.entries({ 'enters/"\\': 1, freed: 1, stays: 0, fr: 0 }))
        expect((await editor.history({ feature, maxChanges: 10 })).changes).toHaveLength(count);
      const undone = await editor.undo(idOf(changed), AUTHOR);
      expect(undone).toMatchObject({ outcome: 'changed', features: 4 });
      expect(await stored()).toEqual([
        ['gets-an-end', 'leaves', 'stays'],
        ['freed', String(untilMs)],
      ]);
      expect((await editor.history({ maxChanges: 1 })).changes).toMatchObject([{ undoes: idOf(changed) }]);
      expect(await editor.undo(idOf(undone), AUTHOR)).toMatchObject({ outcome: 'changed', features: 4 });
      expect(await redis.smembers(keys.blocklistGlobal)).toContain('enters/"\\');
    });

    it('change nothing if a feature is not in its state before', async () => {
      const { editor, keys } = createEditor(underTest());
      const difference = ['a', 'b'].map((feature) => ({ feature, before: FREE, after: BLOCKED }));
      const changed = await editor.change(GLOBAL_LIST, difference, AUTHOR);
      const late = [{ feature: 'c', before: FREE, after: BLOCKED }, ...difference];
      expect(await editor.change(GLOBAL_LIST, late, AUTHOR)).toEqual({
        outcome: 'conflict',
        state: BLOCKED,
        feature: 'a',
      });
      await editor.unblock(GLOBAL_LIST, 'b', AUTHOR);
      const lateUndo = await editor.undo(idOf(changed), AUTHOR);
      expect(lateUndo).toEqual({ outcome: 'conflict', state: FREE, feature: 'b' });
      expect(await underTest().redis.smembers(keys.blocklistGlobal)).toEqual(['a']);
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(2);
    });

    it('are split into pieces that are small enough for one script, each of which can be undone', async () => {
      const { editor, keys } = createEditor(underTest());
      const long = 'x'.repeat(250);
      const difference = Array.from({ length: 2100 }, (_, index) => ({
        feature: `${index < 300 ? long : ''}${index}`,
        before: FREE,
        after: BLOCKED,
      }));
      const pieces = piecesOf(difference);
      expect(pieces.flat()).toEqual(difference);
      expect(pieces.every(({ length }) => length > 0 && length <= 1000)).toBe(true);
      expect(pieces.length).toBeLessThan(6);
      const ids: string[] = [];
      for (const piece of pieces) ids.unshift(idOf(await editor.change(GLOBAL_LIST, piece, AUTHOR)));
      expect(await underTest().redis.scard(keys.blocklistGlobal)).toBe(2100);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes.map(({ id, sizes }) => [id, sizes?.canUndo])).toEqual(ids.map((id) => [id, true]));
      for (const id of ids) expect(await editor.undo(id, AUTHOR)).toMatchObject({ outcome: 'changed' });
      expect(await underTest().redis.exists(keys.blocklistGlobal)).toBe(0);
    });
  });
}
