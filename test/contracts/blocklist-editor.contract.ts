import { describe, expect, it } from '@jest/globals';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { changeIdOf, toFields } from '../../shared/redis/blocklists/history/audit-entry.ts';
import type { AuditCommands } from '../../shared/redis/blocklists/history/audit-log.ts';
import { describeHistory } from './blocklist-history.contract.ts';
import { describeSimultaneousEdits } from './simultaneous-edits.contract.ts';
import { AUTHOR, createEditor, idOf, inAnHour, passMillisecond } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

/** Names with a hash tag that would move them to another cluster slot, and names with unusual characters. */
const ODD_NAMES = [
  '{a}',
  '{}',
  '{}x{y}',
  '{}}',
  'a}b',
  '{a',
  '}{',
  'x{y}z{w}',
  '🚀{ü}',
  'with space',
  '__proto__',
];

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

    it('blocks until a time, and removes ended blocks with the next write to the same key', async () => {
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const timed = keys.timedBlocklistKey(serverList('lobby'));
      const scores = { over: String(untilMs - 7_200_000), plain: String(untilMs), ever: '+inf' };
      for (const [name, score] of Object.entries(scores))
        await underTest().redis.call('ZADD', timed, score, name);
      const list = serverList('lobby');
      expect(await editor.read(list, 'over')).toEqual(FREE);
      expect(await editor.read(list, 'plain')).toEqual(blockedUntil(untilMs));
      expect((await editor.read(list, 'ever')).untilMs).toBe(8_640_000_000_000_000);
      const result = await editor.block(list, 'fly', { ...AUTHOR, untilMs });
      expect(result).toMatchObject({ outcome: 'changed', before: FREE, after: blockedUntil(untilMs) });
      expect((await underTest().redis.zrange(timed, '0', '-1')).sort()).toEqual(['ever', 'fly', 'plain']);
      const past = await editor.block(list, 'zoom', { ...AUTHOR, untilMs: untilMs - 3_700_000 });
      expect(past).toMatchObject({ outcome: 'invalid', field: 'until' });
    });

    it('changes both sets in two steps with one id, and stays blocked in between', async () => {
      const { commands } = underTest();
      let edits = Number.POSITIVE_INFINITY;
      const failing: AuditCommands = {
        keysStartingWith: (prefixes) => commands.keysStartingWith(prefixes),
        evaluate: (script, keys, args) => {
          const isEdit = keys.length === 2;
          if (isEdit) edits -= 1;
          return isEdit && edits < 0
            ? Promise.reject(new Error('killed'))
            : commands.evaluate(script, keys, args);
        },
      };
      const { editor } = createEditor({ commands: failing });
      const untilMs = await inAnHour(underTest());
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      await passMillisecond(underTest());
      edits = 1;
      await expect(editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, untilMs })).rejects.toThrow('killed');
      expect(await editor.read(GLOBAL_LIST, 'fly')).toEqual({ permanent: true, untilMs });
      edits = Number.POSITIVE_INFINITY;
      await passMillisecond(underTest());
      expect(await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, untilMs })).toMatchObject({
        before: { permanent: true, untilMs },
        after: blockedUntil(untilMs),
      });
      await passMillisecond(underTest());
      const back = await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      expect(back).toMatchObject({ before: blockedUntil(untilMs), after: BLOCKED });
      await passMillisecond(underTest());
      edits = 1;
      await expect(editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, untilMs })).rejects.toThrow('killed');
      edits = Number.POSITIVE_INFINITY;
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes.map(({ before, after }) => [before, after])).toEqual([
        [BLOCKED, { permanent: true, untilMs }],
        [blockedUntil(untilMs), BLOCKED],
        [{ permanent: true, untilMs }, blockedUntil(untilMs)],
        [BLOCKED, { permanent: true, untilMs }],
        [FREE, BLOCKED],
      ]);
      expect(changes[1]?.id).toBe(idOf(back));
      const undone = await editor.undo(changes[0]?.id ?? '', AUTHOR);
      expect(undone).toMatchObject({ outcome: 'changed', after: BLOCKED });
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

    it('undoes a direct write to one key of a list, whatever the other key contains', async () => {
      const { editor, keys } = createEditor(underTest());
      const { redis } = underTest();
      const untilMs = await inAnHour(underTest());
      const record = async (key: string, after: EntryState): Promise<string> => {
        const direct = { actor: '', source: 'direct', list: GLOBAL_LIST, feature: 'fly' } as const;
        const fields = toFields({ ...direct, before: FREE, after });
        return changeIdOf(keys.auditOf(key), (await redis.xadd(keys.auditOf(key), '*', ...fields)) ?? '');
      };
      const [set, timed] = [keys.blocklistGlobal, keys.timedBlocklistKey(GLOBAL_LIST)];
      await redis.sadd(set, 'fly');
      await redis.zadd(timed, untilMs, 'fly');
      const [ofSet, ofTimed] = [await record(set, BLOCKED), await record(timed, blockedUntil(untilMs))];
      expect(await editor.undo(ofSet, AUTHOR)).toMatchObject({ after: blockedUntil(untilMs) });
      expect(await editor.undo(ofSet, AUTHOR)).toMatchObject({ outcome: 'conflict' });
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      await redis.zadd(timed, untilMs, 'fly');
      expect(await editor.undo(ofTimed, AUTHOR)).toMatchObject({ outcome: 'changed', after: BLOCKED });
    });

    it('edits lists and features of any name', async () => {
      const { editor } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      for (const name of ODD_NAMES)
        for (const list of [clientList(name), serverList(name)]) {
          const blocked = await editor.block(list, name, AUTHOR);
          expect(blocked).toMatchObject({ outcome: 'changed' });
          expect(await editor.block(list, name, { ...AUTHOR, untilMs })).toMatchObject({
            after: blockedUntil(untilMs),
          });
          expect(await editor.undo(idOf(blocked), AUTHOR)).toMatchObject({ outcome: 'conflict' });
          expect((await editor.history({ list, feature: name, maxChanges: 9 })).changes).toMatchObject([
            { list, feature: name },
            { list, feature: name },
          ]);
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
      const wrongType = expect.objectContaining({ kind: 'wrong-type' });
      await redis.set(keys.blocklistOf('a'), 'text');
      await expect(editor.block(clientList('a'), 'fly', AUTHOR)).rejects.toEqual(wrongType);
      await redis.set(keys.auditOf(keys.blocklistOf('b')), 'text');
      await expect(editor.block(clientList('b'), 'fly', AUTHOR)).rejects.toEqual(wrongType);
      expect(await redis.exists(keys.blocklistOf('b'))).toBe(0);
      expect((await editor.history({ maxChanges: 10 })).changes).toEqual([]);
    });

    describeSimultaneousEdits(underTest);
    describeHistory(underTest);
  });
}
