import { describe, expect, it } from '@jest/globals';
import { Cluster } from 'ioredis';
import { clientList, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../shared/feature-control/list-difference.ts';
import { BulkEdits } from '../../shared/redis/blocklists/editing/bulk-edits.ts';
import { MAX_RECORDED } from '../../shared/redis/blocklists/editing/run-edit.ts';
import { AUTHOR, createEditor, idOf, inAnHour } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

const BOUNDS = { entries: 1000, days: 30 };

/** The contract of changes of many features in one list, on a real Redis, in one step and in several. */
export function describeBulkEdits(underTest: () => EditorUnderTest): void {
  describe.each([true, false])('for changes of many features (in one step where possible: %s)', (wanted) => {
    const create = () => {
      const { commands, redis } = underTest();
      const supportsCrossSlotScripts = wanted && !(redis instanceof Cluster);
      const { editor, keys } = createEditor({ commands }, BOUNDS, supportsCrossSlotScripts);
      const bulkEdits = new BulkEdits({ commands, keys, bounds: BOUNDS, supportsCrossSlotScripts });
      const author = { ...AUTHOR, reason: 'season 3' };
      const apply = (list: BlocklistName, difference: ListDifference, set = 0, until = 0) => {
        const expected = { set: { size: set }, until: { size: until } };
        return bulkEdits.apply({ ...author, list, difference, expected });
      };
      return { bulkEdits, editor, keys, redis, apply };
    };

    it('are one change in the history; undo reverts it and can be undone itself [G72]', async () => {
      const { editor, keys, redis, apply } = create();
      const untilMs = await inAnHour(underTest());
      await redis.sadd(keys.blocklistGlobal, 'leaves', 'stays', 'gets-an-end');
      await redis.zadd(keys.timedBlocklistKey(GLOBAL_LIST), untilMs, 'freed', 1, 'over');
      const difference: ListDifference = [
        { feature: 'enters', before: FREE, after: BLOCKED },
        { feature: 'freed', before: blockedUntil(untilMs), after: FREE },
        { feature: 'gets-an-end', before: BLOCKED, after: blockedUntil(untilMs + 1) },
        { feature: 'leaves', before: BLOCKED, after: FREE },
      ];
      const stored = async () => [
        (await redis.smembers(keys.blocklistGlobal)).sort(),
        await redis.zrange(keys.timedBlocklistKey(GLOBAL_LIST), '0', '-1', 'WITHSCORES'),
      ];
      const changed = await apply(GLOBAL_LIST, difference, 3, 1);
      expect(await stored()).toEqual([
        ['enters', 'stays'],
        ['gets-an-end', String(untilMs + 1)],
      ]);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([
        { ...AUTHOR, id: idOf(changed), list: GLOBAL_LIST, feature: '', reason: 'season 3' },
      ]);
      const names = ['enters', 'freed', 'gets-an-end', 'leaves'];
      expect(changes[0]?.sizes).toEqual({ before: 4, after: 3, names, canUndo: true });
      for (const [feature, count] of Object.entries({ freed: 1, stays: 0, fr: 0 }))
        expect((await editor.history({ feature, maxChanges: 10 })).changes).toHaveLength(count);
      const undone = await editor.undo(idOf(changed), AUTHOR);
      expect(undone).toMatchObject({ outcome: 'changed', features: 4 });
      expect(await stored()).toEqual([
        ['gets-an-end', 'leaves', 'stays'],
        ['freed', String(untilMs)],
      ]);
      expect((await editor.history({ maxChanges: 1 })).changes).toMatchObject([{ undoes: idOf(changed) }]);
      expect(await editor.undo(idOf(undone), AUTHOR)).toMatchObject({ outcome: 'changed', features: 4 });
      expect(await redis.smembers(keys.blocklistGlobal)).toContain('enters');
    });

    it('change nothing if a feature, or the number of features, is not as expected', async () => {
      const { editor, keys, redis, apply } = create();
      const difference = ['a', 'b'].map((feature) => ({ feature, before: FREE, after: BLOCKED }));
      const changed = await apply(GLOBAL_LIST, difference);
      expect(await apply(GLOBAL_LIST, difference, 2)).toEqual({ outcome: 'differs', feature: 'a' });
      const others = [{ feature: 'c', before: FREE, after: BLOCKED }];
      expect(await apply(GLOBAL_LIST, others, 1)).toEqual({ outcome: 'differs', feature: '' });
      await editor.unblock(GLOBAL_LIST, 'b', AUTHOR);
      const late = await editor.undo(idOf(changed), AUTHOR);
      expect(late).toEqual({ outcome: 'conflict', state: FREE, feature: 'b' });
      expect(await redis.smembers(keys.blocklistGlobal)).toEqual(['a']);
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(2);
    });

    it('change nothing if the list was edited since it was read, although its size is the same', async () => {
      const { bulkEdits, editor, keys, redis } = create();
      await redis.sadd(keys.blocklistGlobal, 'a', 'b');
      const replace = async (before: string, after: string) => {
        const difference = [
          { feature: before, before: BLOCKED, after: FREE },
          { feature: after, before: FREE, after: BLOCKED },
        ];
        const expected = { set: { size: 2, newestId: '0-0' }, until: { size: 0, newestId: '0-0' } };
        return await bulkEdits.apply({ ...AUTHOR, list: GLOBAL_LIST, difference, expected });
      };
      expect(await replace('a', 'c')).toMatchObject({ outcome: 'changed' });
      expect(await replace('b', 'd')).toEqual({ outcome: 'differs', feature: '' });
      expect((await redis.smembers(keys.blocklistGlobal)).sort()).toEqual(['b', 'c']);
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(1);
    });

    it('cannot be undone if they are too many, which undo reports', async () => {
      const { editor, keys, redis, apply } = create();
      const names = Array.from({ length: MAX_RECORDED.features + 1 }, (_, index) => `feature-${index}`);
      const list = clientList('{odd}');
      const untilMs = await inAnHour(underTest());
      await redis.sadd(keys.blocklistKey(list), 'leaves');
      await redis.zadd(keys.timedBlocklistKey(list), untilMs, 'stays-timed', untilMs, 'freed', 1, 'over');
      const difference = [
        ...names.map((feature) => ({ feature, before: FREE, after: BLOCKED })),
        { feature: 'freed', before: blockedUntil(untilMs), after: FREE },
        { feature: 'leaves', before: BLOCKED, after: blockedUntil(untilMs) },
      ];
      expect(await apply(list, difference, 1, 5)).toEqual({ outcome: 'differs', feature: '' });
      const changed = await apply(list, difference, 1, 2);
      expect((await redis.smembers(keys.blocklistKey(list))).sort()).toEqual(names.toSorted());
      const timed = await redis.zrange(keys.timedBlocklistKey(list), '0', '-1', 'WITHSCORES');
      expect(timed).toEqual(['leaves', String(untilMs), 'stays-timed', String(untilMs)]);
      expect((await editor.history({ maxChanges: 1 })).changes[0]?.sizes).toEqual({
        before: 3,
        after: names.length + 2,
        canUndo: false,
        names: names.slice(0, 5),
      });
      expect(await editor.undo(idOf(changed), AUTHOR)).toMatchObject({
        outcome: 'invalid',
        problem: expect.stringContaining('too many features') as unknown,
      });
    });

    it('write nothing if a key or a stream has another type', async () => {
      const { keys, redis, apply } = create();
      const wrongType = expect.objectContaining({ kind: 'wrong-type' });
      const difference = [{ feature: 'fly', before: FREE, after: BLOCKED }];
      await redis.set(keys.auditOf(keys.blocklistOf('a')), 'text');
      await expect(apply(clientList('a'), difference)).rejects.toEqual(wrongType);
      expect(await redis.exists(keys.blocklistOf('a'))).toBe(0);
    });
  });
}
