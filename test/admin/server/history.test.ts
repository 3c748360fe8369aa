import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import type { BlocklistEditor, HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import {
  clientList,
  formatBlocklistName,
  GLOBAL_LIST,
} from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { HistoryBody } from '../../../shared/rest/blocklist-edits.ts';
import { toFields } from '../../contracts/editor-under-test.ts';
import { eventually } from '../../support/eventually.ts';
import { createEditor } from '../../support/redis/create-editor.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { useStarted } from '../../support/use-started.ts';
import { startAdminServerUnderTest } from './admin-server-under-test.ts';

const LISTS = [GLOBAL_LIST, clientList('a'), clientList('b')];
const FEATURES = ['fly', 'zoom', 'map'];
const ACTORS = ['Alex', 'Sam'];

const admin = useStarted(
  async () =>
    await startAdminServerUnderTest({}, async ({ keys, redis }) => {
      editor = createEditor(redis, keys);
      await changeMany(BLOCKED);
    }),
);
let editor: BlocklistEditor;
let sinceMs: number;
let token: string;

beforeAll(async () => {
  token = await admin.issue('blocklists:read');
  // Some changes are made before the server has started, and some later.
  sinceMs = Math.floor(await redisNowMs(admin.redis));
  await changeMany(FREE);
});

/** Makes 60 changes of one feature, and three of two features. @param state of the two features then */
async function changeMany(state: EntryState): Promise<void> {
  for (let number = 0; number < 60; number += 1) {
    const list = LISTS[number % LISTS.length] ?? GLOBAL_LIST;
    const author = { actor: ACTORS[number % ACTORS.length] ?? '', source: 'api' } as const;
    const feature = `${FEATURES[number % FEATURES.length] ?? ''}-${Math.floor(number / 12)}`;
    await editor.edit(list, new Map([[feature, number % 6 < 3 ? BLOCKED : FREE]]), author);
  }
  for (const list of LISTS) {
    const wanted = new Map(['one', 'two'].map((feature) => [feature, state]));
    await editor.edit(list, wanted, { actor: 'Sam', source: 'command-line', batch: 'b1' });
  }
}

async function idsFromServer({
  list,
  maxChanges,
  sinceMs: since,
  ...filter
}: HistoryQuery): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const parameters = {
      ...filter,
      before,
      list: list && formatBlocklistName(list),
      most: String(maxChanges),
      since: since === undefined ? undefined : String(since),
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    const { changes, next } = (await admin.ask(`/v1/history?${query.toString()}`, token)).body as HistoryBody;
    pages.push(changes.map(({ id }) => id));
    before = next;
    isLast = next === undefined;
  }
  return pages;
}

async function idsFromRedis(query: HistoryQuery): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const { changes, next } = await editor.history({ ...query, before });
    pages.push(changes.map(({ id }) => id));
    before = next;
    isLast = next === undefined;
  }
  return pages;
}

it('serves from memory what the history in Redis contains, page by page', async () => {
  const queries: HistoryQuery[] = [
    { maxChanges: 200 },
    { maxChanges: 7 },
    { maxChanges: 7, list: clientList('a') },
    { maxChanges: 3, feature: 'zoom-2' },
    { maxChanges: 3, feature: 'two' },
    { maxChanges: 5, actor: 'Sam', list: GLOBAL_LIST },
    { maxChanges: 5, source: 'command-line' },
    { maxChanges: 4, batch: 'b1' },
    { maxChanges: 20, sinceMs },
    { maxChanges: 20, sinceMs, actor: 'Alex', list: clientList('b') },
    { maxChanges: 5, actor: 'nobody' },
    { maxChanges: 5, batch: 'b2' },
    { maxChanges: 5, sinceMs: sinceMs + 3_600_000 },
  ];
  const counts: number[] = [];
  for (const query of queries) {
    const expected = await idsFromRedis(query);
    await eventually(async () => isDeepStrictEqual(await idsFromServer(query), expected));
    expect(await idsFromServer(query)).toEqual(expected);
    counts.push(expected.flat().length);
  }
  expect(counts).toEqual([126, 126, 42, 8, 6, 22, 6, 6, 63, 10, 0, 0, 0]);
});

it('forgets a history that was deleted, and reads one that was written again', async () => {
  const list = clientList('b');
  const stream = admin.keys.historyKey(list);
  await admin.redis.del(stream);
  await eventually(async () => (await idsFromServer({ list, maxChanges: 10 })).flat().length === 0);
  // Ids may be lower than before if the clock was set back.
  const changes = [{ feature: 'fly', before: FREE, after: BLOCKED }];
  await admin.redis.xadd(stream, '5-0', ...toFields({ list, changes, actor: 'Alex', source: 'api' }));
  await eventually(async () => (await idsFromServer({ list, maxChanges: 10 })).flat().length === 1);
  expect(await idsFromServer({ list, maxChanges: 10 })).toEqual(await idsFromRedis({ list, maxChanges: 10 }));
});

it('serves fewer changes in a page than wanted if they name thousands of features, and all in the end', async () => {
  const list = clientList('c');
  const features = Array.from({ length: 900 }, (_, index) => String(index).padStart(64, 'x'));
  const ids: string[] = [];
  for (const state of [BLOCKED, FREE, BLOCKED, FREE, BLOCKED]) {
    const wanted = new Map(features.map((feature) => [feature, state]));
    const edited = await editor.edit(list, wanted, { actor: 'Sam', source: 'api' });
    ids.unshift(edited.outcome === 'changed' ? edited.id : edited.outcome);
  }
  const [, , , , oldest] = ids;
  await eventually(async () => (await idsFromServer({ list, maxChanges: 200 })).flat().at(-1) === oldest);
  expect(await idsFromServer({ list, maxChanges: 200 })).toEqual([
    ids.slice(0, 2),
    ids.slice(2, 4),
    ids.slice(4),
  ]);
});
