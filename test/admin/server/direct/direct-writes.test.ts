import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAdminServer } from '../../../../admin/server/admin-server.ts';
import { readAdminServerConfig } from '../../../../admin/server/config.ts';
import { NodeTimers } from '../../../../node/node-timers.ts';
import { IoredisCommands } from '../../../../node/redis/commands/ioredis-commands.ts';
import { createRedisClient } from '../../../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../../../node/redis/connecting/redis-client.ts';
import { SystemClock } from '../../../../node/system-clock.ts';
import { Variables } from '../../../../node/variables.ts';
import type { BlocklistChange } from '../../../../shared/feature-control/blocklist-editor.ts';
import { clientList, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, FREE } from '../../../../shared/feature-control/entry-state.ts';
import { RecentWarnings } from '../../../../shared/recent-warnings.ts';
import { piecesOf } from '../../../../shared/redis/blocklists/editing/edit-list.ts';
import { RedisBlocklistEditor } from '../../../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { eventually } from '../../../support/eventually.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { startClusterStore, startServerStore } from '../../../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../../../support/redis/redis-stores.ts';
import { uniquePrefix } from '../../../support/redis/redis.ts';
import { toRedisEndpoint } from '../../../support/redis/to-redis-endpoint.ts';
import { untilConnected } from '../../../support/redis/until-connected.ts';

const PATIENCE = { withinMs: 30_000, everyMs: 20 };
const AUDIT_ENTRIES = 5000;
const DAY_MS = 86_400_000;
/** A list that a direct write has emptied while no server ran. */
const EMPTIED = clientList('emptied');
const AUTHOR = { actor: 'Alex', source: 'command-line' } as const;

describe.each<[string, StartStore]>([
  ['one server', startServerStore],
  ['a cluster', startClusterStore],
])('direct writes, detected by two servers, on %s', (_, startStore) => {
  const prefix = uniquePrefix();
  const keys = new RedisKeys(prefix);
  const timers = new NodeTimers();
  const stops: (() => Promise<void> | void)[] = [];
  let store: RedisStore;
  let editor: RedisBlocklistEditor;

  const connect = async (name: string): Promise<RedisClient> => {
    const endpoint = toRedisEndpoint(store.url, { commandTimeoutMs: 10_000 });
    const redis = createRedisClient(endpoint, { name, timers });
    await untilConnected(redis);
    stops.push(() => {
      redis.disconnect();
    });
    return redis;
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

  const historyOf = async (list: BlocklistName): Promise<readonly BlocklistChange[]> =>
    (await editor.history({ list, maxChanges: 5000 })).changes;

  /**
   * Waits until a list has `count` recorded changes, and then until a later write to another list is
   * recorded.
   */
  const recordedIn = async (list: BlocklistName, count: number): Promise<readonly BlocklistChange[]> => {
    await eventually(async () => (await historyOf(list)).length >= count, {
      ...PATIENCE,
      what: `${count} entries`,
    });
    await untilSeen();
    return await historyOf(list);
  };

  let marks = 0;
  /** Makes a write, and waits until a server has recorded it. */
  const untilSeen = async (): Promise<void> => {
    const list = clientList(`mark-${(marks += 1)}`);
    await store.admin.sadd(keys.blocklistKey(list), 'mark');
    await eventually(async () => (await historyOf(list)).length > 0, PATIENCE);
  };

  beforeAll(async () => {
    store = await startStore();
    await store.admin.sadd(keys.blocklistGlobal, 'from-before');
    const client = await connect('editor');
    editor = new RedisBlocklistEditor(new IoredisCommands(client), keys, AUDIT_ENTRIES);
    await editor.block(EMPTIED, 'fly', AUTHOR);
    await store.admin.srem(keys.blocklistKey(EMPTIED), 'fly');
    await Promise.all([startServer(), startServer()]);
    await eventually(
      async () => {
        await store.admin.sadd(keys.blocklistKey(clientList('ready')), randomUUID());
        return (await historyOf(clientList('ready'))).length > 0;
      },
      { ...PATIENCE, everyMs: 300 },
    );
  }, 60_000);

  afterAll(async () => {
    for (const stop of stops) await stop();
    await store.stop();
  });

  it('are recorded once, as direct, and not if they were made before the start [G71]', async () => {
    await store.admin.sadd(keys.blocklistGlobal, 'fly', 'zoom');
    expect(await recordedIn(GLOBAL_LIST, 2)).toMatchObject([
      { source: 'direct', actor: '', before: { permanent: false }, after: { permanent: true } },
      { source: 'direct' },
    ]);
    await store.admin.srem(keys.blocklistGlobal, 'fly');
    expect((await recordedIn(GLOBAL_LIST, 3))[0]).toMatchObject({
      feature: 'fly',
      after: { permanent: false },
    });
    await store.admin.zadd(keys.timedBlocklistKey(GLOBAL_LIST), 4_102_444_800_000, 'map');
    expect((await recordedIn(GLOBAL_LIST, 4))[0]).toMatchObject({
      feature: 'map',
      after: { untilMs: 4_102_444_800_000 },
    });
  });

  it('are distinguished from edits, which are never recorded twice [G71]', async () => {
    const list = clientList('edited');
    const features = Array.from({ length: 30 }, (_value, index) => `feature-${index}`);
    for (const feature of features) await editor.block(list, feature, AUTHOR);
    await store.admin.sadd(keys.blocklistKey(list), 'plain');
    for (const feature of features.slice(10)) await editor.unblock(list, feature, AUTHOR);
    const changes = await recordedIn(list, 51);
    expect(changes).toHaveLength(51);
    expect(changes.filter(({ source }) => source === 'direct').map(({ feature }) => feature)).toEqual([
      'plain',
    ]);
    const direct = changes.find(({ source }) => source === 'direct');
    expect(await editor.undo(direct?.id ?? '', AUTHOR)).toMatchObject({ outcome: 'changed' });
  });

  it('are recorded too if they revert an edit at once, so that the list is as it was [G71]', async () => {
    const client = await connect('reverting');
    const author = new RedisBlocklistEditor(new IoredisCommands(client), keys, AUDIT_ENTRIES);
    const list = clientList('reverted');
    await author.block(list, 'other', AUTHOR);
    await untilSeen();
    // On one connection, so that nobody can read the list in between.
    await Promise.all([author.block(list, 'fly', AUTHOR), client.srem(keys.blocklistKey(list), 'fly')]);
    expect(await recordedIn(list, 3)).toMatchObject([
      { source: 'direct', feature: 'fly', after: FREE },
      { source: 'command-line', feature: 'fly', after: BLOCKED },
      { source: 'command-line', feature: 'other' },
    ]);
  });

  it('are distinguished from an import of many features and edits after it [G71]', async () => {
    const [imported, written] = [clientList('imported'), clientList('written')];
    const features = Array.from({ length: 1500 }, (_value, index) => `feature-${index}`);
    const difference = features.map((feature) => ({ feature, before: FREE, after: BLOCKED }));
    for (const piece of piecesOf(difference)) await editor.change(imported, piece, AUTHOR);
    const untilMs = Math.floor(await redisNowMs(store.admin)) + DAY_MS;
    for (const feature of ['fly', 'zoom', 'feature-1']) {
      await editor.block(imported, feature, { ...AUTHOR, untilMs });
      await editor.block(imported, feature, AUTHOR);
    }
    await editor.block(imported, 'feature-2', { ...AUTHOR, untilMs });
    await editor.unblock(imported, 'feature-0', AUTHOR);
    // Both lists are checked when they have not changed for a while, this one last.
    await store.admin.sadd(keys.blocklistKey(written), ...features);
    expect(await recordedIn(written, 1)).toMatchObject([{ source: 'direct', sizes: { after: 1500 } }]);
    expect((await historyOf(imported)).map(({ source }) => source)).not.toContain('direct');
  });

  it('are recorded of a list that did not exist at the start, whatever its history contains [G71]', async () => {
    await store.admin.sadd(keys.blocklistKey(EMPTIED), 'fly');
    expect(await recordedIn(EMPTIED, 2)).toMatchObject([
      { source: 'direct', feature: 'fly', before: { permanent: false }, after: { permanent: true } },
      { source: 'command-line' },
    ]);
  });

  it('of very many features are one entry with the sizes of the list [G71]', async () => {
    const list = clientList('large');
    const names = Array.from({ length: 30_000 }, (_value, index) => `feature-${index}`);
    for (let start = 0; start < names.length; start += 10_000)
      await store.admin.sadd(keys.blocklistKey(list), ...names.slice(start, start + 10_000));
    const added = await recordedIn(list, 1);
    expect(added.at(-1)).toMatchObject({ source: 'direct', feature: '' });
    expect(added[0]?.sizes?.after).toBe(30_000);
    expect(added.length).toBeLessThan(5);
    expect(await editor.undo(added[0]?.id ?? '', AUTHOR)).toMatchObject({ outcome: 'invalid' });
    // By now both servers have processed all earlier writes, and neither has recorded them again.
    expect(await historyOf(GLOBAL_LIST)).toHaveLength(4);
    expect(await historyOf(clientList('edited'))).toHaveLength(52);
  });
});
