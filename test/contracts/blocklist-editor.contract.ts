import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import { describeHistory } from './blocklist-history.contract.ts';
import { AUTHOR, createEditor, idOf, inAnHour } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';
import { describeSimultaneousEdits } from './simultaneous-edits.contract.ts';

/** Names with braces, which put a list into another cluster slot than its history. */
const BRACED_NAMES = ['{a}', '{}', 'a}b', '{a', '}{', 'x{y}z{w}'];

/** The contract of blocklist edits on a real Redis, for any adapter of the commands. */
export function describeBlocklistEditor(underTest: () => EditorUnderTest): void {
  describe('for edits of blocklists', () => {
    it('blocks and unblocks, and records author, source and reason [G66]', async () => {
      const { editor, keys } = createEditor(underTest());
      const list = clientList('my-mod');
      const blocked = await editor.block(list, 'fly', { ...AUTHOR, reason: 'abuse' });
      expect(blocked).toMatchObject({ outcome: 'changed', before: FREE, after: BLOCKED });
      expect(await underTest().redis.smembers(keys.blocklistOf('my-mod'))).toEqual(['fly']);
      const unblocked = await editor.unblock(list, 'fly', { actor: 'Sam', source: 'console' });
      expect(await editor.read(list, 'fly')).toEqual(FREE);
      const { changes, next } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([
        { actor: 'Sam', source: 'console', before: BLOCKED, after: FREE, reason: undefined },
        { list, feature: 'fly', ...AUTHOR, before: FREE, after: BLOCKED, reason: 'abuse' },
      ]);
      expect(changes.map(({ id }) => id)).toEqual([unblocked, blocked].map(idOf));
      expect(next).toBeUndefined();
    });

    it('records nothing if nothing changes', async () => {
      const { editor } = createEditor(underTest());
      expect(await editor.unblock(GLOBAL_LIST, 'fly', AUTHOR)).toEqual({ outcome: 'unchanged', state: FREE });
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      expect(await editor.block(GLOBAL_LIST, 'fly', AUTHOR)).toEqual({
        outcome: 'unchanged',
        state: BLOCKED,
      });
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(1);
    });

    it('blocks until a time', async () => {
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const list = serverList('lobby');
      const timed = keys.timedBlocklistKey(list);
      const scores = { over: String(untilMs - 7_200_000), plain: String(untilMs), ever: '+inf' };
      for (const [name, score] of Object.entries(scores))
        await underTest().redis.call('ZADD', timed, score, name);
      expect(await editor.read(list, 'over')).toEqual(FREE);
      expect(await editor.read(list, 'plain')).toEqual(blockedUntil(untilMs));
      expect((await editor.read(list, 'ever')).untilMs).toBe(8_640_000_000_000_000);
      const result = await editor.block(list, 'fly', { ...AUTHOR, untilMs });
      expect(result).toMatchObject({ outcome: 'changed', before: FREE, after: blockedUntil(untilMs) });
      const past = await editor.block(list, 'zoom', { ...AUTHOR, untilMs: untilMs - 3_700_000 });
      expect(past).toMatchObject({ outcome: 'invalid', field: 'until' });
    });

    it('removes blocks that ended a day ago, but none because of a clock that was ahead once', async () => {
      const { commands, redis } = underTest();
      let aheadMs = 0;
      const { editor, keys } = createEditor({
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
        await editor.block(GLOBAL_LIST, feature, AUTHOR);
        return (await redis.zrange(timed, '0', '-1')).sort();
      };
      await redis.zadd(timed, untilMs - 90_000_000, 'long-over', untilMs - 7_200_000, 'over', untilMs, 'on');
      expect(await edit('first')).toEqual(['long-over', 'on', 'over']);
      expect(await edit('second')).toEqual(['on', 'over']);
      aheadMs = 120 * 86_400_000;
      expect(await edit('third')).toEqual(['on', 'over']);
      expect(await editor.read(GLOBAL_LIST, 'on')).toEqual(FREE);
      aheadMs = 0;
      expect(await editor.read(GLOBAL_LIST, 'on')).toEqual(blockedUntil(untilMs));
      expect((await editor.history({ maxChanges: 10 })).changes).toHaveLength(3);
    });

    it('changes nothing if somebody else has changed the entry since it was read', async () => {
      const { editor } = createEditor(underTest());
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      const late = await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, expected: FREE });
      expect(late).toEqual({ outcome: 'conflict', state: BLOCKED });
      const seen = await editor.unblock(GLOBAL_LIST, 'fly', { ...AUTHOR, expected: BLOCKED });
      expect(seen).toMatchObject({ outcome: 'changed' });
    });

    it('undoes a change once, and undoes the undo', async () => {
      const { editor } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const blocked = await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, untilMs });
      const undone = await editor.undo(idOf(blocked), { actor: 'Sam', source: 'console', reason: 'mistake' });
      expect(undone).toMatchObject({ outcome: 'changed', before: blockedUntil(untilMs), after: FREE });
      expect(await editor.undo(idOf(blocked), AUTHOR)).toEqual({ outcome: 'conflict', state: FREE });
      expect((await editor.history({ maxChanges: 1 })).changes[0]).toMatchObject({
        undoes: idOf(blocked),
        actor: 'Sam',
        reason: 'mistake',
      });
      expect(await editor.undo(idOf(undone), AUTHOR)).toMatchObject({ after: blockedUntil(untilMs) });
      const tooLong = idOf(blocked).replace(/^.*-/, '1-99999999999999999999-');
      for (const id of ['', 'x', '1-0-zzz', `${idOf(blocked)}0`, '../..', tooLong])
        expect(await editor.undo(id, AUTHOR)).toEqual({ outcome: 'unknown' });
    });

    it('edits features of any name, and replaces a block of one kind by one of the other', async () => {
      const { editor } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      for (const name of ['{a}', '🚀 with space', '__proto__', 'a/"b\\']) {
        const list = clientList('🚀 odd');
        const blocked = await editor.block(list, name, AUTHOR);
        expect(blocked).toMatchObject({ outcome: 'changed' });
        expect(await editor.block(list, name, { ...AUTHOR, untilMs })).toMatchObject({
          before: BLOCKED,
          after: blockedUntil(untilMs),
        });
        expect(await editor.undo(idOf(blocked), AUTHOR)).toMatchObject({ outcome: 'conflict' });
        expect((await editor.history({ list, feature: name, maxChanges: 9 })).changes).toMatchObject([
          { list, feature: name },
          { list, feature: name },
        ]);
      }
    });

    it('refuses to edit lists whose name has braces, and reads their plain set', async () => {
      const { editor, keys } = createEditor(underTest());
      for (const name of BRACED_NAMES)
        for (const list of [clientList(name), serverList(name)]) {
          await underTest().redis.sadd(keys.blocklistKey(list), 'fly');
          expect(await editor.read(list, 'fly')).toEqual(BLOCKED);
          const refused = expect.objectContaining({ outcome: 'invalid', field: 'list' }) as unknown;
          expect(await editor.block(list, 'zoom', AUTHOR)).toEqual(refused);
          expect(await editor.unblock(list, 'fly', AUTHOR)).toEqual(refused);
          expect((await editor.history({ list, maxChanges: 9 })).changes).toEqual([]);
        }
    });

    it.each([
      ['feature', '', {}],
      ['feature', 'x'.repeat(257), {}],
      ['feature', 'a\nb', {}],
      ['feature', '\ud800', {}],
      ['reason', 'fly', { reason: 'x'.repeat(501) }],
      ['reason', 'fly', { reason: 'a\u001b[31m' }],
      ['until', 'fly', { untilMs: 1.5 }],
      ['until', 'fly', { untilMs: 1 }],
      ['until', 'fly', { untilMs: Number.NaN }],
    ])('rejects an invalid %s, and writes nothing: %j %j', async (field, feature, options) => {
      const { editor } = createEditor(underTest());
      const result = await editor.block(GLOBAL_LIST, feature, { ...AUTHOR, ...options });
      expect(result).toMatchObject({ outcome: 'invalid', field });
      expect((await editor.history({ maxChanges: 1 })).changes).toEqual([]);
    });

    it('unblocks a feature of any name that a direct write has blocked', async () => {
      const { editor, keys } = createEditor(underTest());
      await underTest().redis.sadd(keys.blocklistGlobal, 'a\nb');
      expect(await editor.unblock(GLOBAL_LIST, 'a\nb', AUTHOR)).toMatchObject({ outcome: 'changed' });
    });

    it('writes nothing if a key has another type', async () => {
      const { editor, keys } = createEditor(underTest());
      const { redis } = underTest();
      const wrongType = expect.objectContaining({ reason: 'wrong-type' });
      await redis.set(keys.blocklistOf('a'), 'text');
      await expect(editor.block(clientList('a'), 'fly', AUTHOR)).rejects.toEqual(wrongType);
      await redis.set(keys.auditKey(clientList('b')), 'text');
      await expect(editor.block(clientList('b'), 'fly', AUTHOR)).rejects.toEqual(wrongType);
      expect(await redis.exists(keys.blocklistOf('b'))).toBe(0);
      expect((await editor.history({ maxChanges: 10 })).changes).toEqual([]);
    });

    describeSimultaneousEdits(underTest);
    describeHistory(underTest);
  });
}
