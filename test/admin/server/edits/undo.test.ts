import { beforeAll, describe, expect, it } from '@jest/globals';
import { useStarted } from '../../../support/use-started.ts';
import { startAdminServerUnderTest } from '../admin-server-under-test.ts';
import { changesOf, createSendEdit, WRITE } from './edits-under-test.ts';
import type { SendEdit } from './edits-under-test.ts';

const FREE = { blocked: false };
const BLOCKED = { blocked: true };

const admin = useStarted(async () => await startAdminServerUnderTest({ ADMIN_EDITS: '1000' }));
let send: SendEdit;

beforeAll(async () => {
  send = createSendEdit(admin, await admin.issue(WRITE, { name: 'alex' }));
});

/** Gives features of the list of a client states. @returns the id of the change */
async function edit(client: string, features: object): Promise<string> {
  const { body } = await send('PATCH', `/v1/blocklists/clients/${client}`, { body: { features } });
  return String(body['id']);
}

const blocked = async (client: string): Promise<string[]> =>
  (await admin.redis.smembers(admin.keys.blocklistOf(client))).sort();

describe('an undo', () => {
  it('reverts all features of a change, and the undo, as an edit of its own', async () => {
    const id = await edit('one', { fly: BLOCKED, zoom: BLOCKED });
    const undone = await send('POST', `/v1/history/${id}/undo`, { body: { reason: 'mistake' } });
    const changes = ['fly', 'zoom'].map((feature) => ({ feature, before: BLOCKED, after: FREE }));
    expect(undone).toMatchObject({ status: 200, body: { edits: [{ list: 'client:one', changes }] } });
    expect(await blocked('one')).toEqual([]);
    const [undo] = await changesOf(send, '?list=client:one');
    expect(undo).toMatchObject({ actor: 'alex', source: 'api', reason: 'mistake', undoes: [id], changes });
    expect((await send('POST', `/v1/history/${undo?.id ?? ''}/undo`)).status).toBe(200);
    expect(await blocked('one')).toEqual(['fly', 'zoom']);
  });

  it('names every entry that has changed since, and then reverts the others if those are kept', async () => {
    const id = await edit('kept', { fly: BLOCKED, map: BLOCKED, zoom: BLOCKED });
    await edit('kept', {
      fly: { ...BLOCKED, until: 1893456000000 },
      map: { ...BLOCKED, until: 1893456000000 },
    });
    const conflicts = ['fly', 'map'].map((feature) => ({ feature, state: { until: 1893456000000 } }));
    expect(await send('POST', `/v1/history/${id}/undo`)).toMatchObject({ status: 409, body: { conflicts } });
    expect(await blocked('kept')).toEqual(['zoom']);
    const kept = { 'client:kept': ['fly', 'map'] };
    const undone = await send('POST', '/v1/history/undo', { body: { ids: [id], kept } });
    expect(undone).toMatchObject({ status: 200, body: { edits: [{ changes: [{ feature: 'zoom' }] }] } });
    const all = await send('POST', '/v1/history/undo', {
      body: { ids: [id], kept: { 'client:kept': ['fly', 'map', 'zoom'] } },
    });
    expect([all.status, all.body]).toEqual([200, { edits: [{ list: 'client:kept', changes: [] }] }]);
  });

  it('reverts several changes in any order, with one edit for each list', async () => {
    const ids = [
      await edit('a', { fly: BLOCKED, zoom: BLOCKED }),
      await edit('b', { map: BLOCKED }),
      await edit('a', { fly: FREE, radar: BLOCKED }),
    ];
    const undone = await send('POST', '/v1/history/undo', { body: { ids: [...ids, ids[0]], reason: 'all' } });
    expect(undone).toMatchObject({
      status: 200,
      body: {
        edits: expect.arrayContaining([
          { id: expect.any(String), list: 'client:b', changes: [expect.anything()] },
        ]),
      },
    });
    expect([await blocked('a'), await blocked('b')]).toEqual([[], []]);
    const [ofA] = await changesOf(send, '?list=client:a');
    expect(ofA).toMatchObject({ undoes: [ids[2], ids[0]], reason: 'all', total: 2 });
  });

  it('is planned without being made, and then leaves what has changed since', async () => {
    const ids = [
      await edit('plan-a', { fly: BLOCKED, zoom: BLOCKED }),
      await edit('plan-b', { map: BLOCKED }),
    ];
    await edit('plan-a', { fly: { ...BLOCKED, until: 1893456000000 } });
    const planned = await send('POST', '/v1/history/undo', { body: { ids, dryRun: true } });
    const kept = { 'client:plan-a': ['fly'] };
    const undone = (feature: string) => [{ feature, before: BLOCKED, after: FREE }];
    const edits = [
      { list: 'client:plan-b', changes: undone('map') },
      { list: 'client:plan-a', changes: undone('zoom') },
    ];
    expect([planned.status, planned.body]).toEqual([200, { edits, kept }]);
    expect([await blocked('plan-a'), await blocked('plan-b')]).toEqual([['zoom'], ['map']]);
    const made = await send('POST', '/v1/history/undo', { body: { ids, kept } });
    expect(made).toMatchObject({ status: 200, body: { edits } });
    const [{ batch } = { batch: '' }] = await changesOf(send, '?list=client:plan-b');
    expect(await changesOf(send, `?batch=${batch ?? ''}`)).toHaveLength(2);
  });

  it('reverts all changes with a common id, also more than 1,000 of one list', async () => {
    const { keys, redis } = admin;
    const record = async (client: string, names: readonly string[]): Promise<void> => {
      const changes = JSON.stringify(names.map((name) => [name, 'free', 'blocked']));
      const fields = {
        actor: 'a',
        source: 'command-line',
        list: `client:${client}`,
        changes,
        batch: 'import-1',
      };
      await redis.sadd(keys.blocklistOf(client), ...names);
      await redis.xadd(
        keys.historyKey({ type: 'client', name: client }),
        '*',
        ...Object.entries(fields).flat(),
      );
    };
    const names = Array.from({ length: 1500 }, (_, index) => `feature-${index}`);
    await record('large', names.slice(0, 1000));
    await record('large', names.slice(1000));
    await record('small', ['fly']);
    const undone = await send('POST', '/v1/history/import-1/undo');
    expect(undone).toMatchObject({ status: 200, body: { edits: { length: 3 } } });
    expect([await blocked('large'), await blocked('small')]).toEqual([[], []]);
    expect(await changesOf(send, '?batch=import-1')).toHaveLength(3);
  });

  it('fails as a whole if one of the changes does not exist', async () => {
    expect((await send('POST', '/v1/history/1-0-a/undo')).status).toBe(404);
    const known = await edit('known', { fly: BLOCKED });
    expect((await send('POST', '/v1/history/undo', { body: { ids: [known, 'x'] } })).status).toBe(404);
    expect(await blocked('known')).toEqual(['fly']);
    for (const body of [{}, { ids: [] }, { ids: [5] }, { ids: ['x'], kept: ['fly'] }])
      expect((await send('POST', '/v1/history/undo', { body })).status).toBe(400);
  });
});
