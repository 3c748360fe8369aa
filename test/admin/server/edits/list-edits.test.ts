import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BlocklistBody } from '../../../../shared/rest/blocklist-edits.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { useStarted } from '../../../support/use-started.ts';
import { startAdminServerUnderTest } from '../admin-server-under-test.ts';
import { changesOf, createSendEdit, WRITE } from './edits-under-test.ts';
import type { SendEdit } from './edits-under-test.ts';

const FREE = { blocked: false };
const BLOCKED = { blocked: true };

const admin = useStarted(async () => await startAdminServerUnderTest({ ADMIN_EDITS: '1000' }));
let send: SendEdit;
let until: number;

beforeAll(async () => {
  send = createSendEdit(admin, await admin.issue(WRITE, { name: 'alex' }));
  until = Math.floor(await redisNowMs(admin.redis)) + 3_600_000;
});

const featuresOf = async (path: string): Promise<BlocklistBody['features']> =>
  ((await send('GET', path)).body as unknown as BlocklistBody).features;
const named = (count: number, state: object): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`feature-${index}`, state]));

describe.each([
  ['global', '/v1/blocklists/global'],
  ['client:my-mod', '/v1/blocklists/clients/my-mod'],
  ['client:global', '/v1/blocklists/clients/global'],
  ['client:ü x /%', '/v1/blocklists/clients/%C3%BC%20x%20%2F%25'],
  ['server:lobby', '/v1/blocklists/servers/lobby'],
])('an edit of the list %s', (list, path) => {
  it('blocks, blocks until a time and unblocks in one step, which is one change', async () => {
    const features = { fly: BLOCKED, radar: { ...BLOCKED, until }, zoom: FREE, map: FREE };
    await send('PATCH', path, { body: { features: { zoom: BLOCKED } } });
    const edited = await send('PATCH', path, { body: { features, reason: 'tournament' } });
    const changes = [
      { feature: 'fly', before: FREE, after: BLOCKED },
      { feature: 'radar', before: FREE, after: { ...BLOCKED, until } },
      { feature: 'zoom', before: BLOCKED, after: FREE },
    ];
    expect(edited).toMatchObject({ status: 200, body: { list, changes } });
    // Whoever has edited sees the edit at once.
    expect((await send('GET', path)).body).toMatchObject({
      list,
      features: { fly: BLOCKED, radar: { ...BLOCKED, until } },
    });
    expect((await send('GET', `${path}/radar`)).body).toMatchObject({ ...BLOCKED, until });
    const { id } = edited.body;
    expect(await changesOf(send, `?list=${encodeURIComponent(list)}&most=1`)).toEqual([
      {
        id,
        at: expect.any(Number),
        actor: 'alex',
        source: 'api',
        list,
        changes,
        total: 3,
        reason: 'tournament',
      },
    ]);
    const again = await send('PATCH', path, { body: { features } });
    expect([again.status, again.body]).toEqual([200, { list, changes: [] }]);
  });
});

describe('an edit of a list', () => {
  it('does nothing if entries have changed since, and names each, with its author and reason', async () => {
    const path = '/v1/blocklists/clients/contested';
    const token = await admin.issue(WRITE, { name: 'sam' });
    const body = { features: { fly: BLOCKED, map: { ...BLOCKED, until }, done: BLOCKED }, reason: 'first' };
    const { body: first } = await send('PATCH', path, { token, body });
    const features = { fly: FREE, map: BLOCKED, done: BLOCKED, other: BLOCKED };
    const expected = { fly: { ...BLOCKED, until }, map: FREE, done: FREE };
    const refused = await send('PATCH', path, { body: { features, expected } });
    const at = (await changesOf(send, '?list=client:contested'))[0]?.at;
    const by = { actor: 'sam', at, reason: 'first' };
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: 'Somebody else has changed 2 entries of this list in the meantime; it was not changed.',
        list: 'client:contested',
        // What is in the wanted state already is no conflict.
        conflicts: [
          { feature: 'fly', state: BLOCKED, ...by },
          { feature: 'map', state: { ...BLOCKED, until }, ...by },
        ],
      },
    ]);
    expect(await featuresOf(path)).toEqual(body.features);
    const seen = { fly: BLOCKED, map: { ...BLOCKED, until } };
    expect((await send('PATCH', path, { body: { features, expected: seen } })).status).toBe(200);
    expect(await featuresOf(path)).toEqual({ map: BLOCKED, done: BLOCKED, other: BLOCKED });
    expect((await changesOf(send, '?list=client:contested')).at(-1)?.id).toBe(first['id']);
  });

  it('names a permanent block with an end, of a direct write', async () => {
    const { keys, redis } = admin;
    const path = '/v1/blocklists/clients/both';
    await redis.sadd(keys.blocklistOf('both'), 'fly');
    await redis.zadd(keys.timedOfBlocklist(keys.blocklistOf('both')), until, 'fly');
    const body = { features: { fly: FREE }, expected: { fly: BLOCKED } };
    const { body: refused } = await send('PATCH', path, { body });
    const state = { blocked: true, permanent: true, until };
    expect(refused).toMatchObject({ conflicts: [{ feature: 'fly', state }] });
    expect((await send('PATCH', path, { body: { ...body, expected: { fly: state } } })).status).toBe(200);
    expect(await featuresOf(path)).toEqual({});
  });

  it('changes features of any name, such as those of properties of every object', async () => {
    const path = '/v1/blocklists/clients/odd';
    const names = ['__proto__', 'constructor', 'toString', '1', '🚀 with space', 'a/"b\\', '{x}', '\u202e'];
    const features = Object.fromEntries(names.map((name) => [name, BLOCKED]));
    const { length } = names;
    const refused = await send('PATCH', path, { body: { features, expected: features } });
    expect(refused.body).toMatchObject({ conflicts: { length } });
    expect((await send('PATCH', path, { body: { features } })).body).toMatchObject({ changes: { length } });
    expect(await featuresOf(path)).toEqual(features);
    expect((await send('GET', `${path}/__proto__`)).body).toMatchObject(BLOCKED);
  });

  it('changes up to 1,000 features', async () => {
    const path = '/v1/blocklists/clients/large';
    expect((await send('PATCH', path, { body: { features: named(1000, BLOCKED) } })).status).toBe(200);
    expect(Object.keys(await featuresOf(path))).toHaveLength(1000);
    const more = await send('PATCH', path, { body: { features: named(1001, FREE) } });
    expect(more).toMatchObject({ status: 400, body: { field: 'features' } });
    expect(Object.keys(await featuresOf(path))).toHaveLength(1000);
  });

  it.each<[string, number, string | undefined, object]>([
    ['no features', 400, 'features', { features: {} }],
    ['nothing', 400, 'body', {}],
    [
      'a time for a feature that is not blocked',
      400,
      'features',
      { features: { fly: { ...FREE, until: 4e12 } } },
    ],
    [
      'a permanent block that is not blocked',
      400,
      'features',
      { features: { fly: { ...FREE, permanent: true } } },
    ],
    ['an unknown field of a state', 400, 'features', { features: { fly: { ...BLOCKED, untl: 4e12 } } }],
    ['an unknown field', 400, 'body', { features: { fly: BLOCKED }, expcted: {} }],
    [
      'an expected feature that is not edited',
      400,
      'expected',
      { features: { fly: BLOCKED }, expected: { fyl: FREE } },
    ],
    ['a time in the past', 400, 'until', { features: { fly: { ...BLOCKED, until: 1000 } } }],
    ['a control character', 400, 'feature', { features: { ok: BLOCKED, 'a\nb': BLOCKED } }],
    ['a body of more than 64 KB', 413, undefined, { features: named(2500, { ...BLOCKED }) }],
  ])('is refused with %s, and writes nothing', async (_, status, field, body) => {
    const path = '/v1/blocklists/clients/refused';
    const answer = await send('PATCH', path, { body });
    expect([answer.status, answer.body['field']]).toEqual([status, field]);
    expect(await featuresOf(path)).toEqual({});
  });
});
