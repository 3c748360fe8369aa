import { describe, expect, it } from '@jest/globals';
import { Cluster } from 'ioredis';
import type { EditOptions } from '../../shared/feature-control/blocklist-editor.ts';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE, isBlocked } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import type { AuditCommands } from '../../shared/redis/blocklists/history/audit-log.ts';
import { AUTHOR, createEditor, idOf, inAnHour } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

/** The contract of edits of one feature at the same time. */
export function describeSimultaneousEdits(underTest: () => EditorUnderTest): void {
  describe('at the same time', () => {
    it('makes one of two simultaneous edits that expect the same state, on one server', async () => {
      const { redis } = underTest();
      const { editor } = createEditor(underTest(), undefined, !(redis instanceof Cluster));
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
        const winner = await editor.read(GLOBAL_LIST, 'fly');
        if (redis instanceof Cluster) continue;
        expect({ expected, outcomes }).toEqual({ expected, outcomes: ['changed', 'conflict'] });
        expect(wanted).toContainEqual(winner);
      }
    });

    it('completes an edit of two steps, although somebody else edits in between', async () => {
      const { commands } = underTest();
      let beforeStep: (() => Promise<unknown>) | undefined;
      const interrupted: AuditCommands = {
        keysStartingWith: (prefix) => commands.keysStartingWith(prefix),
        evaluate: async (script, keys, args) => {
          const interruption = args.includes('of') ? beforeStep : undefined;
          if (interruption !== undefined) beforeStep = undefined;
          await interruption?.();
          return await commands.evaluate(script, keys, args);
        },
      };
      const { editor } = createEditor({ commands: interrupted });
      const untilMs = await inAnHour(underTest());
      await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      beforeStep = async () => await editor.unblock(GLOBAL_LIST, 'fly', AUTHOR);
      const result = await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, untilMs, expected: BLOCKED });
      expect(result).toMatchObject({ outcome: 'changed', before: BLOCKED, after: blockedUntil(untilMs) });
      expect(await editor.read(GLOBAL_LIST, 'fly')).toEqual(blockedUntil(untilMs));
      expect((await editor.find(idOf(result)))?.before).toEqual(BLOCKED);
    });
  });
}
