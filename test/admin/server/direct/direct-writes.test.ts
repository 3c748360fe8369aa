import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAdminServer } from '../../../../admin/server/admin-server.ts';
import { readAdminServerConfig } from '../../../../admin/server/config.ts';
import type { RedisClient } from '../../../../node/redis/connecting/redis-client.ts';
import { SystemClock } from '../../../../node/system-clock.ts';
import { Variables } from '../../../../node/variables.ts';
import type { BlocklistChange } from '../../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistEditor } from '../../../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { RecentWarnings } from '../../../../shared/recent-warnings.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { eventually } from '../../../support/eventually.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';
import { connectClient } from '../../../support/redis/connect-client.ts';
import { createEditor } from '../../../support/redis/create-editor.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { startClusterStore, startServerStore } from '../../../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../../../support/redis/redis-stores.ts';
import { uniquePrefix } from '../../../support/redis/redis.ts';
import { untilConnected } from '../../../support/redis/until-connected.ts';

const AUDIT_ENTRIES = 5000;
const DAY_MS = 86_400_000;
/** A list that a direct write has emptied while no server ran. */
const EMPTIED = clientList('emptied');
const AT_END = 4_102_444_800_000;
const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;

describe.each<[string, StartStore]>([
  ['one server', startServerStore],
  ['a cluster', startClusterStore],
])('direct writes, detected by two servers, on %s', (_, startStore) => {
  const prefix = uniquePrefix();
  const keys = new RedisKeys(prefix);
  const stops: (() => Promise<void> | void)[] = [];
  let store: RedisStore;
  let editor: BlocklistEditor;

  const connect = async (): Promise<RedisClient> => {
    const { client } = connectClient(store.url, { commandTimeoutMs: 10_000 });
    await untilConnected(client);
    stops.push(() => {
      client.disconnect();
    });
    return client;
  };

  const startServer = async (): Promise<void> => {
    const environment = {
      REDIS_URL: store.url,
      KEY_PREFIX: prefix,
      ADMIN_PORT: '0',
      RESYNC_SECONDS: '1',
      AUDIT_ENTRIES: String(AUDIT_ENTRIES),
    };
    const config = readAdminServerConfig(new Variables(environment));
    const logger = new RecordingLogger();
    const server = await startAdminServer(config, {
      logger: new RecentWarnings(logger, new SystemClock()),
      actor: 'test',
      consoleDirectory: '',
      readLists: () => Promise.resolve([]),
      createDump: () => Promise.resolve('{}'),
    });
    stops.unshift(async () => {
      await server.stop();
    });
  };

  const set = async (list: BlocklistName, names: readonly string[], state: EntryState, by = editor) =>
    await by.edit(list, new Map(names.map((name) => [name, state])), AUTHOR);

  const historyOf = async (list: BlocklistName): Promise<readonly BlocklistChange[]> =>
    (await editor.history({ list, maxChanges: 5000 })).changes;

  /**
   * Waits until a list has `count` recorded changes, and then until a later write to another list is
   * recorded.
   */
  const recordedIn = async (list: BlocklistName, count: number): Promise<readonly BlocklistChange[]> => {
    await eventually(async () => (await historyOf(list)).length >= count, { what: `${count} entries` });
    await untilSeen();
    return await historyOf(list);
  };

  let marks = 0;
  /** Makes a write, and waits until a server has recorded it. */
  const untilSeen = async (): Promise<void> => {
    const list = clientList(`mark-${(marks += 1)}`);
    await store.admin.sadd(keys.blocklistKey(list), 'mark');
    await eventually(async () => (await historyOf(list)).length > 0);
  };

  beforeAll(async () => {
    store = await startStore();
    await store.admin.sadd(keys.blocklistGlobal, 'from-before');
    const client = await connect();
    editor = createEditor(client, keys, AUDIT_ENTRIES);
    await set(EMPTIED, ['fly'], BLOCKED);
    await store.admin.srem(keys.blocklistKey(EMPTIED), 'fly');
    await Promise.all([startServer(), startServer()]);
    await eventually(
      async () => {
        await store.admin.sadd(keys.blocklistKey(clientList('ready')), randomUUID());
        return (await historyOf(clientList('ready'))).length > 0;
      },
      { everyMs: 300 },
    );
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
    await store.stop();
  });

  it('are recorded once, as direct, and not if they were made before the start [G71]', async () => {
    const direct = { source: 'direct', actor: 'direct write', list: GLOBAL_LIST, total: 1 };
    await store.admin.sadd(keys.blocklistGlobal, 'fly');
    expect(await recordedIn(GLOBAL_LIST, 1)).toMatchObject([
      { ...direct, changes: [{ feature: 'fly', before: FREE, after: BLOCKED }] },
    ]);
    await store.admin.srem(keys.blocklistGlobal, 'fly');
    expect((await recordedIn(GLOBAL_LIST, 2))[0]).toMatchObject({
      ...direct,
      changes: [{ feature: 'fly', after: FREE }],
    });
    await store.admin.zadd(keys.timedBlocklistKey(GLOBAL_LIST), AT_END, 'map');
    expect((await recordedIn(GLOBAL_LIST, 3))[0]).toMatchObject({
      ...direct,
      changes: [{ feature: 'map', after: blockedUntil(AT_END) }],
    });
  });

  it('of several features are one change, which can be undone [G71]', async () => {
    const list = clientList('several');
    const key = keys.blocklistKey(list);
    await store.admin
      .multi()
      .sadd(key, 'fly', 'zoom')
      .zadd(keys.timedBlocklistKey(list), AT_END, 'map')
      .exec();
    const recorded = await recordedIn(list, 1);
    expect(recorded).toMatchObject([{ source: 'direct', total: 3 }]);
    expect(await editor.undo(recorded, AUTHOR)).toMatchObject({ outcome: 'changed' });
    expect(await store.admin.exists(key)).toBe(0);
  });

  it('are distinguished from edits, which are never recorded twice [G71]', async () => {
    const list = clientList('edited');
    const features = Array.from({ length: 30 }, (_value, index) => `feature-${index}`);
    for (const feature of features) await set(list, [feature], BLOCKED);
    await store.admin.sadd(keys.blocklistKey(list), 'plain');
    for (const feature of features.slice(10)) await set(list, [feature], FREE);
    const changes = await recordedIn(list, 51);
    expect(changes).toHaveLength(51);
    expect(changes.filter(({ source }) => source === 'direct')).toMatchObject([
      { changes: [{ feature: 'plain' }], total: 1 },
    ]);
  });

  it('are recorded too if they revert an edit at once, so that the list is as it was [G71]', async () => {
    const client = await connect();
    const author = createEditor(client, keys, AUDIT_ENTRIES);
    const list = clientList('reverted');
    await set(list, ['other'], BLOCKED, author);
    await untilSeen();
    // On one connection, so that nobody can read the list in between.
    await Promise.all([set(list, ['fly'], BLOCKED, author), client.srem(keys.blocklistKey(list), 'fly')]);
    expect(await recordedIn(list, 3)).toMatchObject([
      { source: 'direct', changes: [{ feature: 'fly', after: FREE }] },
      { source: 'command-line', changes: [{ feature: 'fly', after: BLOCKED }] },
      { source: 'command-line', changes: [{ feature: 'other' }] },
    ]);
  });

  it('are distinguished from an import of many features and edits after it [G71]', async () => {
    const [imported, written] = [clientList('imported'), clientList('written')];
    const features = Array.from({ length: 1500 }, (_value, index) => `feature-${index}`);
    await set(imported, features.slice(0, 1000), BLOCKED);
    await set(imported, features.slice(1000), BLOCKED);
    const later = blockedUntil(Math.floor(await redisNowMs(store.admin)) + DAY_MS);
    const some = ['fly', 'zoom', 'feature-1'];
    for (const state of [later, BLOCKED]) await set(imported, some, state);
    await set(imported, ['feature-2'], later);
    await set(imported, ['feature-0'], FREE);
    // Both lists are checked when they have not changed for a while, this one last.
    await store.admin.sadd(keys.blocklistKey(written), ...features);
    expect(await recordedIn(written, 1)).toMatchObject([{ source: 'direct', total: 1500 }]);
    expect((await historyOf(imported)).map(({ source }) => source)).not.toContain('direct');
  });

  it('are recorded of a list that did not exist at the start, whatever its history contains [G71]', async () => {
    await store.admin.sadd(keys.blocklistKey(EMPTIED), 'fly');
    expect(await recordedIn(EMPTIED, 2)).toMatchObject([
      { source: 'direct', changes: [{ feature: 'fly', before: FREE, after: BLOCKED }] },
      { source: 'command-line' },
    ]);
  });

  it('of very many features are one change, with their number and the first ones [G71]', async () => {
    const list = clientList('large');
    const names = Array.from({ length: 30_000 }, (_value, index) => `feature-${index}`);
    for (let start = 0; start < names.length; start += 10_000)
      await store.admin.sadd(keys.blocklistKey(list), ...names.slice(start, start + 10_000));
    const added = await recordedIn(list, 1);
    expect(added.reduce((sum, { total }) => sum + total, 0)).toBe(30_000);
    expect(added.length).toBeLessThan(5);
    const [newest] = added as [BlocklistChange];
    expect(newest).toMatchObject({ source: 'direct', changes: { length: 20 } });
    expect(await editor.undo([newest], AUTHOR)).toMatchObject({ outcome: 'invalid' });
    // By now both servers have processed all earlier writes, and neither has recorded them again.
    expect(await historyOf(GLOBAL_LIST)).toHaveLength(3);
    expect(await historyOf(clientList('edited'))).toHaveLength(51);
  });
});
