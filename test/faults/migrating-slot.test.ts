import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { IoredisCommands } from '../../node/redis/commands/ioredis-commands.ts';
import { DIRECT_ACTOR } from '../../shared/feature-control/blocklist-change.ts';
import { clientList } from '../../shared/feature-control/blocklist-name.ts';
import { FREE, isSameState } from '../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../shared/feature-control/entry-state.ts';
import { StoredHistory } from '../../shared/redis/blocklists/history/stored-history.ts';
import { startAdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import type { AdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { firstOwnerOf } from '../support/redis/redis-cluster.ts';
import { startClusterStore } from '../support/redis/redis-stores.ts';
import type { ClusterStore } from '../support/redis/redis-stores.ts';

const MOVES = 6;
const LATER_MS = Date.now() + 86_400_000;

let store: ClusterStore;
let admin: AdminServerUnderTest;
let token: string;

beforeAll(async () => {
  store = await startClusterStore();
  // A busy machine may take long for a command.
  const environment = { ADMIN_EDITS: '1000000', REDIS_COMMAND_TIMEOUT_MS: '10000' };
  admin = await startAdminServerUnderTest(environment, undefined, store);
  token = await admin.issue('blocklists:read blocklists:write');
}, 90_000);
afterAll(async () => {
  await admin.stop();
  await store.stop();
});

/** Edits the list of a client. @returns the status, and the reason of a refusal */
const edit = async (client: string, features: object): Promise<string> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const target = `/v1/blocklists/clients/${client}`;
  const { body, status } = await admin.sendWith(target, headers, 'PATCH', JSON.stringify({ features }));
  return status === 200 ? 'edited' : `${status} ${JSON.stringify(body)}`;
};

it('edits and records lists while their slots are being moved [G66]', async () => {
  const clients = ['timed', 'permanent', 'both'];
  let isMoving = true;
  const results = new Set<string>();
  const write = async (client: string): Promise<void> => {
    for (let turn = 0; isMoving; turn += 1) {
      // Each other edit removes the last timed block, and the last permanent one.
      const timed = turn % 2 === 0 ? { blocked: true, until: LATER_MS + turn } : { blocked: false };
      const permanent = { blocked: turn % 4 < 2 };
      const features = {
        timed: { a: timed },
        permanent: { b: permanent },
        both: { a: timed, b: permanent },
      }[client];
      results.add(await edit(client, features ?? {}));
      await delay(5);
    }
  };
  const writing = clients.map(write);
  for (let move = 0; move < MOVES; move += 1)
    for (const client of clients) {
      const slot = await store.admin.cluster('KEYSLOT', admin.keys.blocklistOf(client));
      const owner = (firstOwnerOf(slot) + move) % 3;
      await store.topology.markSlotAsMoving(slot, owner, (owner + 1) % 3);
      await delay(50);
      await store.topology.beginToMoveSlot(slot, owner, (owner + 1) % 3);
      await delay(50);
      await store.topology.moveSlot(slot, owner, (owner + 1) % 3);
    }
  isMoving = false;
  await Promise.all(writing);
  expect([...results]).toEqual(['edited']);
  const history = new StoredHistory(new IoredisCommands(store.admin), admin.keys);
  for (const client of clients) {
    const { changes } = await history.page({ list: clientList(client), maxChanges: Infinity });
    expect(changes.filter(({ actor }) => actor === DIRECT_ACTOR)).toEqual([]);
    const states = new Map<string, EntryState>();
    for (const { before, after, feature } of changes.toReversed().flatMap((change) => change.changes)) {
      expect(isSameState(before, states.get(feature) ?? FREE)).toBe(true);
      states.set(feature, after);
    }
  }
}, 120_000);

it('removes the last timed block of a list whose slot is being moved, then serves it, and says why it cannot be edited', async () => {
  const list = clientList('stuck');
  const key = admin.keys.blocklistKey(list);
  expect(await edit('stuck', { fly: { blocked: true }, map: { blocked: true, until: LATER_MS } })).toBe(
    'edited',
  );
  const slot = await store.admin.cluster('KEYSLOT', key);
  const owner = firstOwnerOf(slot);
  await store.topology.markSlotAsMoving(slot, owner, (owner + 1) % 3);
  // No command may follow on the key of the timed blocks, which this empties.
  expect(await edit('stuck', { map: { blocked: false } })).toBe('edited');
  await store.topology.beginToMoveSlot(slot, owner, (owner + 1) % 3);
  await store.admin.sadd(key, 'zoom');
  const { features } = (await eventually(
    async () => {
      const { body } = await admin.ask('/v1/blocklists/clients/stuck', token);
      return JSON.stringify(body).includes('zoom') && body;
    },
    { withinMs: 20_000, what: 'the direct write to be read' },
  )) as { features: object };
  expect(Object.keys(features).sort()).toEqual(['fly', 'zoom']);
  expect(await edit('stuck', { fly: { blocked: false } })).toMatch(/^503 .*TRYAGAIN/);
  await store.topology.moveSlot(slot, owner, (owner + 1) % 3);
  expect(await edit('stuck', { fly: { blocked: false } })).toBe('edited');
}, 60_000);
