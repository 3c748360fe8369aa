import { describe, expect, it } from '@jest/globals';
import type {
  BlocklistChange,
  BlocklistEditor,
  HistoryQuery,
} from '../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST, serverList } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { changeIdOf, parseEntry, toFields } from '../../shared/redis/blocklists/history/audit-entry.ts';
import type { NewEntry } from '../../shared/redis/blocklists/history/audit-entry.ts';
import type { AuditCommands } from '../../shared/redis/blocklists/history/audit-log.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { AUTHOR, createEditor, idOf, inAnHour, passMillisecond } from './editor-under-test.ts';
import type { EditorUnderTest } from './editor-under-test.ts';

/**
 * Asserts that each stream records all states of `fly` in its key, in order, up to the current one. The
 * merged history cannot show that: it contains a change of two steps only once, and others may edit between
 * the steps.
 */
async function expectStreamsWithoutGaps(
  { redis }: EditorUnderTest,
  keys: RedisKeys,
  now: EntryState,
): Promise<void> {
  const streams = [
    [keys.blocklistKey(GLOBAL_LIST), 'permanent'],
    [keys.timedBlocklistKey(GLOBAL_LIST), 'untilMs'],
  ] as const;
  for (const [key, part] of streams) {
    const stream = keys.auditOf(key);
    let last: unknown = FREE[part];
    for (const [id, texts] of await redis.xrange(stream, '-', '+')) {
      const names = texts.filter((_, index) => index % 2 === 0);
      const fields = new Map(names.map((name, index) => [name, texts[2 * index + 1] ?? '']));
      const change = parseEntry(stream, id, fields)?.change;
      expect({ id, before: change?.before[part] }).toEqual({ id, before: last });
      expect(change?.after[part]).not.toEqual(last);
      last = change?.after[part];
    }
    expect(last).toEqual(now[part]);
  }
}

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
      const stream = keys.auditOf(keys.blocklistKey(list));
      const id = `${nowMs + entry * (number % 8)}-${entry}`;
      const actor = number % 2 === 0 ? 'even' : 'odd';
      const states = { before: FREE, after: BLOCKED };
      await redis.xadd(stream, id, ...toFields({ actor, source: 'api', list, feature: 'fly', ...states }));
      recorded.push({ id: changeIdOf(stream, id), actor });
    }
  return recorded;
}

/** Records changes of two steps, with changes of others in between. @returns all ids, newest first */
async function recordInTwoSteps({ redis }: EditorUnderTest, keys: RedisKeys): Promise<string[]> {
  const nowMs = Math.floor(await redisNowMs(redis));
  const record = async (key: string, ms: number, more: Partial<NewEntry>): Promise<string> => {
    const states = { before: BLOCKED, after: FREE };
    const entry = { ...AUTHOR, list: GLOBAL_LIST, feature: 'fly', ...states, ...more };
    const stream = keys.auditOf(key);
    return changeIdOf(stream, (await redis.xadd(stream, `${nowMs + ms}-0`, ...toFields(entry))) ?? '');
  };
  const ids: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    const target = blockedUntil(nowMs + 3_600_000);
    const first = { after: { ...BLOCKED, untilMs: target.untilMs }, target };
    const id = await record(keys.timedBlocklistKey(GLOBAL_LIST), 10 * number, first);
    ids.unshift(id);
    if (number % 2 === 0) {
      const list = clientList('other');
      ids.unshift(await record(keys.blocklistKey(list), 10 * number + 1, { list }));
    }
    const second = { before: first.after, after: target, of: id };
    await record(keys.blocklistKey(GLOBAL_LIST), 10 * number + 2, second);
  }
  return ids;
}

/** The contract of the history: its retention and its queries. */
export function describeHistory(underTest: () => EditorUnderTest): void {
  describe('with their history', () => {
    it('keeps as much as its bounds allow', async () => {
      const { editor, keys } = createEditor(underTest(), { entries: 3, days: 1 });
      for (const feature of ['a', 'b', 'c', 'd', 'e']) await editor.block(GLOBAL_LIST, feature, AUTHOR);
      const features = (await editor.history({ maxChanges: 10 })).changes.map(({ feature }) => feature);
      expect(features).toEqual(['e', 'd', 'c']);
      const stream = keys.auditOf(keys.blocklistKey(clientList('old')));
      const longAgo = Math.floor(await redisNowMs(underTest().redis)) - 90_000_000;
      await underTest().redis.xadd(stream, `${longAgo}-0`, 'list', 'client:old');
      await editor.block(clientList('old'), 'fly', AUTHOR);
      expect(await underTest().redis.xlen(stream)).toBe(1);
      expect(await underTest().redis.pttl(stream)).toBeGreaterThan(80_000_000);
    });

    it('has no gaps if many clients edit the same entry concurrently', async () => {
      const { editor, keys } = createEditor(underTest());
      const untilMs = await inAnHour(underTest());
      const edits = Array.from({ length: 12 }, (_, index) => {
        const author = { ...AUTHOR, actor: `admin-${index}` };
        if (index % 3 === 0) return editor.unblock(GLOBAL_LIST, 'fly', author);
        return editor.block(GLOBAL_LIST, 'fly', index % 3 === 1 ? author : { ...author, untilMs });
      });
      const results = await Promise.all(edits);
      const ids = (await editor.history({ maxChanges: 100 })).changes.map(({ id }) => id);
      const changed = results.flatMap((result) => (result.outcome === 'changed' ? [result.id] : []));
      expect(changed).not.toEqual([]);
      expect(ids).toEqual(expect.arrayContaining(changed));
      expect(new Set(ids).size).toBe(ids.length);
      await expectStreamsWithoutGaps(underTest(), keys, await editor.read(GLOBAL_LIST, 'fly'));
    });

    it('shows a change of two steps at the position of its first step, even if others edit in between', async () => {
      const { commands } = underTest();
      let beforeStep: (() => Promise<void>) | undefined;
      const interrupted: AuditCommands = {
        keysStartingWith: (prefixes) => commands.keysStartingWith(prefixes),
        evaluate: async (script, scriptKeys, args) => {
          const interruption = args.includes('of') ? beforeStep : undefined;
          if (interruption !== undefined) beforeStep = undefined;
          await interruption?.();
          return await commands.evaluate(script, scriptKeys, args);
        },
      };
      const { editor, keys } = createEditor({ commands: interrupted });
      const untilMs = await inAnHour(underTest());
      await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, actor: 'first' });
      await passMillisecond(underTest());
      beforeStep = async () => {
        await passMillisecond(underTest());
        await editor.unblock(GLOBAL_LIST, 'fly', { ...AUTHOR, actor: 'third' });
        await passMillisecond(underTest());
        await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, actor: 'fourth' });
      };
      await editor.block(GLOBAL_LIST, 'fly', { ...AUTHOR, actor: 'second', untilMs });
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes.map(({ actor }) => actor)).toEqual(['fourth', 'third', 'second', 'first']);
      await expectStreamsWithoutGaps(underTest(), keys, await editor.read(GLOBAL_LIST, 'fly'));
    });

    it.each([1, 2, 3, 4])(
      'ends no page between the two steps of a change: %i per page',
      async (maxChanges) => {
        const { editor, keys } = createEditor(underTest());
        const ids = await recordInTwoSteps(underTest(), keys);
        const changes = (await readPages(editor, { maxChanges })).flat();
        expect(changes.map(({ id }) => id)).toEqual(ids);
        for (const { after } of changes) expect(after.permanent).toBe(false);
      },
    );

    it('continues to record in order after the clock was set back', async () => {
      const { editor, keys } = createEditor(underTest());
      const stream = keys.auditOf(keys.blocklistGlobal);
      const later = await inAnHour(underTest());
      await underTest().redis.xadd(stream, `${later}-5`, 'written', 'by a clock that is ahead');
      const blocked = await editor.block(GLOBAL_LIST, 'fly', AUTHOR);
      await editor.unblock(GLOBAL_LIST, 'fly', AUTHOR);
      const { changes } = await editor.history({ maxChanges: 10 });
      expect(changes).toMatchObject([{ after: FREE }, { id: idOf(blocked), after: BLOCKED }]);
      expect(await underTest().redis.xlen(stream)).toBe(3);
    });

    it('shows the history of all lists page by page, with filters', async () => {
      const { editor } = createEditor(underTest());
      const lists = [GLOBAL_LIST, clientList('a'), clientList('b'), serverList('c')];
      const ids: string[] = [];
      for (const feature of ['fly', 'zoom', 'map'])
        for (const list of lists)
          ids.unshift(idOf(await editor.block(list, feature, { ...AUTHOR, actor: feature })));
      const pages = await readPages(editor, { maxChanges: 5 });
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
      expect(
        pages
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted());
      const times = pages.flat().map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      const ofMap = await editor.history({ feature: 'map', maxChanges: 10 });
      expect(ofMap.changes).toHaveLength(4);
      expect(
        (await editor.history({ actor: 'fly', list: GLOBAL_LIST, maxChanges: 10 })).changes,
      ).toHaveLength(1);
      expect((await editor.history({ source: 'direct', maxChanges: 10 })).changes).toEqual([]);
    });

    it.each([3, 20, 29, 30, 45, 46, 100])(
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
