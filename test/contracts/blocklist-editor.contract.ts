import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { piecesOf } from '../../shared/redis/blocklists/editing/edit-list.ts';
import { describeHistory } from './blocklist-history.contract.ts';
import { AUTHOR, changed, createEditor, idOf, inAnHour, undo } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';
import { describeSimultaneousEdits } from './simultaneous-edits.contract.ts';

/** Names with braces, which put a list into another cluster slot than its history. */
const BRACED_NAMES = ['{a}', '{}', 'a}b', '{a', '}{', 'x{y}z{w}'];

/** The contract of blocklist edits on a real Redis, for any adapter of the commands. */
export function describeBlocklistEditor(underTest: () => EditorUnderTest): void {
  describe('for edits of blocklists', () => {
    it('blocks and unblocks, and records author, source and reason [G66]', async () => {
      const { editor, keys, set, stateOf } = createEditor(underTest());
      const list = clientList('my-mod');
      const blocked = await set(list, 'fly', BLOCKED, { reason: 'abuse' });
      expect(blocked).toMatchObject(changed('fly', FREE, BLOCKED));
      expect(await underTest().redis.smembers(keys.blocklistOf('my-mod'))).toEqual(['fly']);
      const unblocked = await set(list, 'fly', FREE, { actor: 'Sam', source: 'console' });
      expect(await stateOf(list, 'fly')).toEqual(FREE);
      const { changes, next } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([
        { actor: 'Sam', source: 'console', changes: [{ before: BLOCKED, after: FREE }], reason: undefined },
        { list, ...AUTHOR, changes: [{ feature: 'fly', before: FREE, after: BLOCKED }], reason: 'abuse' },
      ]);
      expect(changes.map(({ id }) => id)).toEqual([unblocked, blocked].map(idOf));
      expect(next).toBeUndefined();
    });

    it('edits any number of features in one step, which is one change in the history [G72]', async () => {
      const { redis } = underTest();
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      await redis.sadd(keys.blocklistGlobal, 'leaves', 'stays', 'gets-an-end');
      await redis.zadd(keys.timedBlocklistKey(GLOBAL_LIST), untilMs, 'freed', 1, 'over');
      const stored = async () => [
        (await redis.smembers(keys.blocklistGlobal)).sort(),
        await redis.zrange(keys.timedBlocklistKey(GLOBAL_LIST), '0', '-1', 'WITHSCORES'),
      ];
      const wanted = new Map<string, EntryState>([
        ['enters/"\\', BLOCKED],
        ['freed', FREE],
        ['gets-an-end', blockedUntil(untilMs + 1)],
        ['leaves', FREE],
        ['stays', BLOCKED],
      ]);
      const changes = [
        { feature: 'enters/"\\', before: FREE, after: BLOCKED },
        { feature: 'freed', before: blockedUntil(untilMs), after: FREE },
        { feature: 'gets-an-end', before: BLOCKED, after: blockedUntil(untilMs + 1) },
        { feature: 'leaves', before: BLOCKED, after: FREE },
        // Its reason is new.
        { feature: 'stays', before: BLOCKED, after: BLOCKED },
      ];
      const edited = await editor.edit(GLOBAL_LIST, wanted, { ...AUTHOR, reason: 'season 3', batch: 'b1' });
      expect(edited).toEqual({ outcome: 'changed', id: idOf(edited), changes });
      expect(await stored()).toEqual([
        ['enters/"\\', 'stays'],
        ['over', '1', 'gets-an-end', String(untilMs + 1)],
      ]);
      const recorded = { ...AUTHOR, id: idOf(edited), list: GLOBAL_LIST, reason: 'season 3', batch: 'b1' };
      expect((await editor.history({ maxChanges: 10 })).changes).toMatchObject([
        { ...recorded, changes, total: 5, undoes: [] },
      ]);
      for (const [feature, count] of Object.entries({ 'enters/"\\': 1, freed: 1, stays: 1, fr: 0 }))
        expect((await editor.history({ feature, maxChanges: 10 })).changes).toHaveLength(count);
      expect(await editor.find('b1')).toMatchObject([recorded]);
      const undone = await undo(editor, idOf(edited));
      expect(undone).toMatchObject({ outcome: 'changed' });
      expect(await stored()).toEqual([
        ['gets-an-end', 'leaves', 'stays'],
        ['freed', String(untilMs)],
      ]);
    });

    it('records nothing if nothing changes, but a new reason', async () => {
      const { editor, set } = createEditor(underTest());
      const unchanged = { outcome: 'unchanged' };
      expect(await set(GLOBAL_LIST, 'fly', FREE)).toEqual(unchanged);
      await set(GLOBAL_LIST, 'fly', BLOCKED, { reason: 'first' });
      expect(await set(GLOBAL_LIST, 'fly', BLOCKED)).toEqual(unchanged);
      expect(await set(GLOBAL_LIST, 'fly', BLOCKED, { reason: 'first' })).toEqual(unchanged);
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(1);
      const again = await set(GLOBAL_LIST, 'fly', BLOCKED, { reason: 'second', expected: BLOCKED });
      expect(again).toMatchObject(changed('fly', BLOCKED, BLOCKED));
      expect((await editor.history({ maxChanges: 10 })).changes.map(({ reason }) => reason)).toEqual([
        'second',
        'first',
      ]);
    });

    it('records a new reason also of what is as wanted already, which an undo of the edit leaves alone', async () => {
      const { editor, set } = createEditor(underTest());
      await set(GLOBAL_LIST, 'old', BLOCKED, { reason: 'first' });
      await set(GLOBAL_LIST, 'same', BLOCKED, { reason: 'second' });
      await set(GLOBAL_LIST, 'theirs', BLOCKED, { reason: 'first' });
      const wanted = new Map(['old', 'new', 'same', 'theirs'].map((feature) => [feature, BLOCKED]));
      const author = { ...AUTHOR, reason: 'second' };
      const edited = await editor.edit(GLOBAL_LIST, wanted, author, new Map([['theirs', FREE]]));
      expect(edited).toMatchObject({
        changes: [
          { feature: 'old', before: BLOCKED, after: BLOCKED },
          { feature: 'new', before: FREE, after: BLOCKED },
        ],
      });
      await set(GLOBAL_LIST, 'old', FREE);
      expect(await undo(editor, idOf(edited))).toMatchObject({ changes: [{ feature: 'new', after: FREE }] });
      // A misspelt name has no reason.
      const misspelt = new Map([['nwe', FREE]]);
      expect(await editor.edit(GLOBAL_LIST, misspelt, author)).toEqual({ outcome: 'unchanged' });
    });

    it('blocks until a time', async () => {
      const { keys, set, stateOf } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const list = serverList('lobby');
      const timed = keys.timedBlocklistKey(list);
      const scores = { over: String(untilMs - 7_200_000), plain: String(untilMs), ever: '+inf' };
      for (const [name, score] of Object.entries(scores))
        await underTest().redis.call('ZADD', timed, score, name);
      expect(await stateOf(list, 'over')).toEqual(FREE);
      expect(await stateOf(list, 'plain')).toEqual(blockedUntil(untilMs));
      expect((await stateOf(list, 'ever')).untilMs).toBe(8_640_000_000_000_000);
      expect(await set(list, 'fly', blockedUntil(untilMs))).toMatchObject(
        changed('fly', FREE, blockedUntil(untilMs)),
      );
      const past = await set(list, 'zoom', blockedUntil(untilMs - 3_700_000));
      expect(past).toMatchObject({ outcome: 'invalid', field: 'until' });
    });

    it('removes blocks that ended a day ago, but none because of a clock that was ahead once', async () => {
      const { commands, redis } = underTest();
      let aheadMs = 0;
      const { keys, set } = createEditor({
        commands: {
          keysStartingWith: (prefixes) => commands.keysStartingWith(prefixes),
          evaluate: ({ source }, scriptKeys, args) => {
            const ahead = source.replace('time[1] * 1000 +', `time[1] * 1000 + ${aheadMs} +`);
            return commands.evaluate({ source: ahead }, scriptKeys, args);
          },
        },
      });
      const untilMs = await inAnHour(underTest());
      const timed = keys.timedBlocklistKey(GLOBAL_LIST);
      const edit = async (feature: string): Promise<readonly string[]> => {
        await set(GLOBAL_LIST, feature, BLOCKED);
        return (await redis.zrange(timed, '0', '-1')).sort();
      };
      await redis.zadd(timed, untilMs - 90_000_000, 'long-over', untilMs - 7_200_000, 'over', untilMs, 'on');
      expect(await edit('first')).toEqual(['long-over', 'on', 'over']);
      expect(await edit('second')).toEqual(['on', 'over']);
      aheadMs = 120 * 86_400_000;
      expect(await edit('third')).toEqual(['on', 'over']);
      expect(await set(GLOBAL_LIST, 'on', FREE)).toEqual({ outcome: 'unchanged' });
      aheadMs = 0;
      expect(await set(GLOBAL_LIST, 'on', FREE)).toMatchObject(changed('on', blockedUntil(untilMs), FREE));
    });

    it('changes nothing if others have changed entries since, and names each of them', async () => {
      const { editor, keys, set } = createEditor(underTest());
      await set(GLOBAL_LIST, 'fly', BLOCKED, { actor: 'Sam', reason: 'abuse' });
      await set(GLOBAL_LIST, 'map', BLOCKED);
      const wanted = new Map(['fly', 'zoom', 'map'].map((feature) => [feature, FREE]));
      const seen = new Map([
        ['fly', blockedUntil(1e15)],
        ['zoom', BLOCKED],
        ['map', blockedUntil(1e15)],
      ]);
      // What is in the wanted state already is no conflict.
      expect(await editor.edit(GLOBAL_LIST, wanted, AUTHOR, seen)).toEqual({
        outcome: 'conflict',
        conflicts: [
          {
            feature: 'fly',
            state: BLOCKED,
            lastChange: expect.objectContaining({ actor: 'Sam', reason: 'abuse' }),
          },
          { feature: 'map', state: BLOCKED, lastChange: expect.objectContaining(AUTHOR) },
        ],
      });
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(2);
      // A direct write was recorded by nobody.
      await underTest().redis.srem(keys.blocklistGlobal, 'map');
      expect(await set(GLOBAL_LIST, 'map', BLOCKED, { expected: blockedUntil(1e15) })).toMatchObject({
        conflicts: [{ feature: 'map', state: FREE, lastChange: undefined }],
      });
      await set(GLOBAL_LIST, 'zoom', BLOCKED);
      await set(GLOBAL_LIST, 'zoom', FREE);
      const isSeen = new Map([['zoom', BLOCKED]]);
      const reasonOnly = { ...AUTHOR, reason: 'late' };
      const isFree = new Map([['zoom', FREE]]);
      expect(await editor.edit(GLOBAL_LIST, isFree, reasonOnly, isSeen)).toEqual({ outcome: 'unchanged' });
      expect(await editor.edit(GLOBAL_LIST, isFree, reasonOnly, isSeen, true)).toMatchObject({
        conflicts: [{ feature: 'zoom', state: FREE }],
      });
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(4);
      seen.set('fly', BLOCKED).delete('map');
      expect(await editor.edit(GLOBAL_LIST, wanted, AUTHOR, seen)).toMatchObject({ outcome: 'changed' });
    });

    it('undoes a change once, and undoes the undo', async () => {
      const { editor, set } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const blocked = await set(GLOBAL_LIST, 'fly', blockedUntil(untilMs));
      const author = { actor: 'Sam', source: 'console', reason: 'mistake' } as const;
      const undone = await undo(editor, idOf(blocked), author);
      expect(undone).toMatchObject(changed('fly', blockedUntil(untilMs), FREE));
      expect(await undo(editor, idOf(blocked))).toEqual({ outcome: 'unchanged' });
      expect((await editor.history({ maxChanges: 1 })).changes[0]).toMatchObject({
        undoes: [idOf(blocked)],
        actor: 'Sam',
        reason: 'mistake',
      });
      expect(await undo(editor, idOf(undone))).toMatchObject(changed('fly', FREE, blockedUntil(untilMs)));
      await set(GLOBAL_LIST, 'fly', BLOCKED);
      expect(await undo(editor, idOf(blocked))).toMatchObject({
        outcome: 'conflict',
        conflicts: [{ feature: 'fly', state: BLOCKED }],
      });
      const tooLong = idOf(blocked).replace(/^.*-/, '1-99999999999999999999-');
      for (const id of ['', 'x', '1-0-zzz', `${idOf(blocked)}0`, '../..', tooLong])
        expect(await editor.find(id)).toEqual([]);
    });

    it('undoes several changes of one list at once, without features that are kept', async () => {
      const { editor, keys, set } = createEditor(underTest());
      for (const feature of ['fly', 'zoom', 'map']) await set(GLOBAL_LIST, feature, BLOCKED);
      await set(GLOBAL_LIST, 'fly', FREE);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(await editor.undo(changes, AUTHOR, new Set(['map']))).toMatchObject(
        changed('zoom', BLOCKED, FREE),
      );
      expect(await underTest().redis.smembers(keys.blocklistGlobal)).toEqual(['map']);
    });

    it('edits features of any name, and replaces a block of one kind by one of the other', async () => {
      const { editor, set } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      for (const name of ['{a}', '🚀 with space', '__proto__', 'a/"b\\']) {
        const list = clientList('🚀 odd');
        const blocked = await set(list, name, BLOCKED);
        expect(blocked).toMatchObject({ outcome: 'changed' });
        expect(await set(list, name, blockedUntil(untilMs))).toMatchObject(
          changed(name, BLOCKED, blockedUntil(untilMs)),
        );
        expect(await undo(editor, idOf(blocked))).toMatchObject({ outcome: 'conflict' });
        expect((await editor.history({ list, feature: name, maxChanges: 9 })).changes).toHaveLength(2);
      }
    });

    it('refuses to edit lists whose name has braces, and reads their plain set', async () => {
      const { editor, keys, set, stateOf } = createEditor(underTest());
      for (const name of BRACED_NAMES)
        for (const list of [clientList(name), serverList(name)]) {
          await underTest().redis.sadd(keys.blocklistKey(list), 'fly');
          expect(await stateOf(list, 'fly')).toEqual(BLOCKED);
          const refused = expect.objectContaining({ outcome: 'invalid', field: 'list' }) as unknown;
          expect(await set(list, 'zoom', BLOCKED)).toEqual(refused);
          expect(await set(list, 'fly', FREE)).toEqual(refused);
          expect((await editor.history({ list, maxChanges: 9 })).changes).toEqual([]);
        }
    });

    it.each([
      ['feature', '', BLOCKED, undefined],
      ['feature', 'x'.repeat(257), BLOCKED, undefined],
      ['feature', 'a\nb', BLOCKED, undefined],
      ['feature', '\ud800', BLOCKED, undefined],
      ['reason', 'fly', BLOCKED, 'x'.repeat(501)],
      ['reason', 'fly', BLOCKED, 'a\u001b[31m'],
      ['until', 'fly', blockedUntil(1.5), undefined],
      ['until', 'fly', blockedUntil(1), undefined],
      ['until', 'fly', blockedUntil(Number.NaN), undefined],
    ])('rejects an invalid %s, and writes nothing: %j %j', async (field, feature, state, reason) => {
      const { editor } = createEditor(underTest());
      const wanted = new Map([
        ['valid', BLOCKED],
        [feature, state],
      ]);
      const result = await editor.edit(GLOBAL_LIST, wanted, { ...AUTHOR, reason });
      expect(result).toMatchObject({ outcome: 'invalid', field });
      expect((await editor.history({ maxChanges: 1 })).changes).toEqual([]);
    });

    it('unblocks a feature of any name that a direct write has blocked', async () => {
      const { keys, set } = createEditor(underTest());
      await underTest().redis.sadd(keys.blocklistGlobal, 'a\nb');
      expect(await set(GLOBAL_LIST, 'a\nb', FREE)).toMatchObject({ outcome: 'changed' });
    });

    it('writes nothing if a key has another type', async () => {
      const { editor, keys, set } = createEditor(underTest());
      const { redis } = underTest();
      const wrongType = expect.objectContaining({ reason: 'wrong-type' });
      await redis.set(keys.blocklistOf('a'), 'text');
      await expect(set(clientList('a'), 'fly', BLOCKED)).rejects.toEqual(wrongType);
      await redis.set(keys.historyKey(clientList('b')), 'text');
      await expect(set(clientList('b'), 'fly', BLOCKED)).rejects.toEqual(wrongType);
      expect(await redis.exists(keys.blocklistOf('b'))).toBe(0);
      expect((await editor.history({ maxChanges: 10 })).changes).toEqual([]);
    });

    it('splits changes of very many features into pieces that one script each can make', async () => {
      const { editor, keys } = createEditor(underTest());
      const long = 'x'.repeat(250);
      const changes = Array.from({ length: 2100 }, (_, index) => ({
        feature: `${index < 300 ? long : ''}${index}`,
        before: FREE,
        after: BLOCKED,
      }));
      const pieces = piecesOf(changes);
      expect(pieces.flat()).toEqual(changes);
      expect(pieces.length).toBeLessThan(6);
      const author = { ...AUTHOR, batch: 'import-1' };
      for (const piece of pieces) {
        const wanted = new Map(piece.map(({ feature, after }) => [feature, after]));
        expect(await editor.edit(GLOBAL_LIST, wanted, author)).toMatchObject({ outcome: 'changed' });
      }
      expect(await underTest().redis.scard(keys.blocklistGlobal)).toBe(2100);
      const found = await editor.find('import-1');
      expect(found.map((change) => change.total).reduce((sum, total) => sum + total)).toBe(2100);
      for (const change of found)
        expect(await editor.undo([change], AUTHOR)).toMatchObject({ outcome: 'changed' });
      expect(await underTest().redis.exists(keys.blocklistGlobal)).toBe(0);
    });

    describeSimultaneousEdits(underTest);
    describeHistory(underTest);
  });
}
