import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import {
  clientList,
  formatBlocklistName,
  GLOBAL_LIST,
} from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../shared/feature-control/entry-state.ts';
import { RedisBlocklistEditor } from '../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { HistoryBody } from '../../../shared/rest/blocklist-edits.ts';
import { eventually } from '../../support/eventually.ts';
import { startAdminServerUnderTest, type AdminServerUnderTest } from './admin-server-under-test.ts';

const LISTS = [GLOBAL_LIST, clientList('a'), clientList('b')];
const FEATURES = ['fly', 'zoom', 'map'];
const ACTORS = ['Alex', 'Sam'];

let admin: AdminServerUnderTest;
let editor: RedisBlocklistEditor;
let token: string;

beforeAll(async () => {
  admin = await startAdminServerUnderTest({}, async ({ keys, redis }) => {
    editor = new RedisBlocklistEditor(new IoredisCommands(redis), keys, 1000);
    await changeMany();
  });
  token = await admin.issue('blocklists:read');
  // Some changes are made before the server has started, and some later.
  await changeMany();
});

afterAll(async () => {
  await admin.stop();
});

/** Makes 60 changes of one feature, and three of two features. */
async function changeMany(): Promise<void> {
  for (let number = 0; number < 60; number += 1) {
    const list = LISTS[number % LISTS.length] ?? GLOBAL_LIST;
    const author = { actor: ACTORS[number % ACTORS.length] ?? '', source: 'api' } as const;
    const feature = `${FEATURES[number % FEATURES.length] ?? ''}-${Math.floor(number / 12)}`;
    const { permanent } = await editor.read(list, feature);
    await (permanent ? editor.unblock(list, feature, author) : editor.block(list, feature, author));
  }
  for (const list of LISTS) {
    const { permanent } = await editor.read(list, 'one');
    const [before, after] = permanent ? [BLOCKED, FREE] : [FREE, BLOCKED];
    const difference = ['one', 'two'].map((feature) => ({ feature, before, after }));
    await editor.change(list, difference, { actor: 'Sam', source: 'command-line' });
  }
}

async function idsFromServer({ list, maxChanges, ...filter }: HistoryQuery): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const parameters = {
      ...filter,
      before,
      list: list && formatBlocklistName(list),
      most: String(maxChanges),
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
    { maxChanges: 5, actor: 'nobody' },
  ];
  const counts: number[] = [];
  for (const query of queries) {
    const expected = await idsFromRedis(query);
    await eventually(async () => isDeepStrictEqual(await idsFromServer(query), expected));
    expect(await idsFromServer(query)).toEqual(expected);
    counts.push(expected.flat().length);
  }
  expect(counts.map((count) => count > 0)).toEqual([true, true, true, true, true, true, true, false]);
});

it('forgets a history that was deleted, and reads one that was written again', async () => {
  const list = clientList('b');
  const stream = admin.keys.historyKey(list);
  await admin.redis.del(stream);
  await eventually(async () => (await idsFromServer({ list, maxChanges: 10 })).flat().length === 0);
  // Ids may be lower than before if the clock was set back.
  const record = {
    actor: 'Alex',
    source: 'api',
    list: 'client:b',
    feature: 'fly',
    before: 'free',
    after: 'blocked',
  };
  await admin.redis.xadd(stream, '5-0', ...Object.entries(record).flat());
  await eventually(async () => (await idsFromServer({ list, maxChanges: 10 })).flat().length === 1);
  expect(await idsFromServer({ list, maxChanges: 10 })).toEqual(await idsFromRedis({ list, maxChanges: 10 }));
});
