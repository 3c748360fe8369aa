import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runProgram } from '../../admin/cli/program.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { IoredisCommands } from '../../node/redis/commands/ioredis-commands.ts';
import { clientList, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil } from '../../shared/feature-control/entry-state.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { startAdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import type { AdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import { check } from '../jar/ask.ts';
import { ALLOWED, DENIED, MIDNIGHT_CONTROLS, received } from '../jar/bridge-messages.ts';
import { startProxy } from '../jar/start-proxy.ts';
import { messagesTo, subscribe } from '../jar/subscribing.ts';
import { eventually } from '../support/eventually.ts';
import type { RedisStore } from '../support/redis/redis-stores.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/** Blocked for every client at every moment, in a list of 10,000 features. */
const FEATURE = 'fast-block-placing';
const OTHERS = Array.from({ length: 10_000 }, (_, index) => `feature-${index}`);
/** Blocked for one client at every moment. */
const CLIENT = 'my-mod';
const PERSONAL = 'zoom';
const ENTRIES: readonly (readonly [list: BlocklistName, feature: string])[] = [
  [GLOBAL_LIST, FEATURE],
  [clientList(CLIENT), PERSONAL],
];

const EDITS = 100;
/** The pause between two reads of one reader. An answer is then within the limits of a player. */
const PAUSE_MS = 20;
const LATER_MS = 4_102_444_800_000;

const CONFIG = `
[bridges]
enabled = ["midnight-controls"]
[limits.check-features]
max-requests = 1000
[guard]
packets-per-second = 1000
`;

/** Defines the tests of all readers of lists, on a Redis of one kind. */
export function testReadersOfLists(startStore: () => Promise<RedisStore>): void {
  let store: RedisStore;
  let admin: AdminServerUnderTest;
  let proxy: StandIn;

  beforeAll(async () => {
    store = await startStore();
    admin = await startAdminServerUnderTest({}, undefined, store);
    const { keys } = admin;
    await store.admin.sadd(keys.blocklistGlobal, FEATURE, ...OTHERS);
    await store.admin.sadd(keys.blocklistOf(CLIENT), PERSONAL);
    const keyPrefix = keys.blocklists.replace('blocklist:', '');
    proxy = await startProxy({ redisUrl: store.url, keyPrefix, config: CONFIG });
  }, 120_000);
  afterAll(async () => {
    await proxy.stop();
    await admin.stop();
    await store.stop();
  });

  /** Turns the permanent block of a feature into a timed one and back, by our script and by `MULTI`. */
  const edit = async (list: BlocklistName, feature: string): Promise<void> => {
    const { keys } = admin;
    const [set, timed] = [keys.blocklistKey(list), keys.timedBlocklistKey(list)];
    const commands = new IoredisCommands(store.admin);
    const editor = new RedisBlocklistEditor({ commands, keys, timers: new NodeTimers(), maxRecords: 100 });
    for (let turn = 0; turn < EDITS; turn += 1) {
      const state = turn % 2 === 0 ? blockedUntil(LATER_MS + turn) : BLOCKED;
      await editor.edit(list, new Map([[feature, state]]), { actor: 'test', source: 'api' });
      const direct = store.admin.multi();
      if (turn % 4 < 2) direct.sadd(set, feature).zrem(timed, feature);
      else direct.zadd(timed, LATER_MS - turn, feature).srem(set, feature);
      await direct.exec();
      await delay(3);
    }
  };

  it('a feature that is blocked at every moment is never shown as free, to any reader [F-RULE-2]', async () => {
    let token = await admin.issue('blocklists:read');
    const [player, subscriber] = await Promise.all([
      proxy.join({ connected: true }),
      proxy.join({ connected: true, protocol: 767 }),
    ]);
    await subscriber.send('minecraft:register', MIDNIGHT_CONTROLS);
    await eventually(() => received(subscriber, MIDNIGHT_CONTROLS).length > 0, { what: 'the bridge' });
    await subscribe(subscriber, { [CLIENT]: [FEATURE, PERSONAL, 'free'] });
    const events = await admin.listen(token);
    const reads = { answers: 0, http: 0, exports: 0 };
    const free = new Set<string>();
    let isEditing = true;
    const read = async (
      kind: keyof typeof reads,
      readOnce: () => Promise<boolean | undefined>,
    ): Promise<void> => {
      while (isEditing) {
        const isShown = await readOnce();
        if (isShown === false) free.add(kind);
        if (isShown !== undefined) reads[kind] += 1;
        await delay(PAUSE_MS);
      }
    };
    const readAll = [
      read('answers', async () => {
        const { payload } = await check(player, CLIENT, [FEATURE, PERSONAL, 'free']);
        return JSON.stringify(payload?.blocklist) === JSON.stringify([FEATURE, PERSONAL]);
      }),
      read('http', async () => {
        const paths = [`global/${FEATURE}`, `clients/${CLIENT}`, `clients/${CLIENT}/${PERSONAL}`];
        const answers = await Promise.all(
          paths.map(async (path) => await admin.ask(`/v1/blocklists/${path}`, token)),
        );
        if (answers.some(({ status }) => status === 429)) {
          // Each token may read a limited number of times a minute.
          token = await admin.issue('blocklists:read');
          return undefined;
        }
        return answers.every(({ body }) => JSON.stringify(body).includes('"blocked":true'));
      }),
      read('exports', async () => {
        const lines: string[] = [];
        const environment = {
          REDIS_URL: store.url,
          KEY_PREFIX: admin.keys.blocklists.replace('blocklist:', ''),
        };
        const out = (line: string): void => void lines.push(line);
        const code = await runProgram(['export', '--json'], { environment, out, err: out, nowMs: Date.now });
        // On a busy machine, it may not connect in time.
        if (code !== 0) return undefined;
        return lines.join('\n').includes(`"${FEATURE}"`) && lines.join('\n').includes(`"${PERSONAL}"`);
      }),
    ];
    await Promise.all(ENTRIES.map(([list, feature]) => edit(list, feature)));
    isEditing = false;
    await Promise.all(readAll);
    expect([...free]).toEqual([]);
    expect(Math.min(...Object.values(reads))).toBeGreaterThan(2);
    const unblocked = messagesTo(subscriber).flatMap(({ payload }) =>
      (payload?.subscriptions ?? []).flatMap((each) => each.unblocked ?? []),
    );
    expect(unblocked).toEqual([]);
    expect(received(subscriber, MIDNIGHT_CONTROLS)).toContain(DENIED);
    expect(received(subscriber, MIDNIGHT_CONTROLS)).not.toContain(ALLOWED);
    const states = events.events
      .filter(({ name }) => name === 'list')
      .flatMap(({ data }) => Object.entries((data as { features?: object }).features ?? {}));
    events.close();
    expect(states.length).toBeGreaterThan(0);
    expect(states.filter(([, state]) => !(state as { blocked: boolean }).blocked)).toEqual([]);
  }, 120_000);
}
