import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { subjectOf } from '../../../../shared/rate-limit/rate-limit.ts';
import type { BlocklistBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { ListEvent, Programs, ProgramSamples } from '../../../../shared/rest/console.ts';
import { eventually } from '../../../support/eventually.ts';
import { heartbeatOf } from '../../../support/redis/heartbeat-of.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { useStarted } from '../../../support/use-started.ts';
import { startAdminServerUnderTest } from '../admin-server-under-test.ts';

const HOUR_MS = 3_600_000;
const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

const admin = useStarted(startAdminServerUnderTest);

beforeAll(async () => {
  const { keys, redis } = admin;
  await redis.sadd(keys.blocklistGlobal, 'fly', 'zoom');
  await redis.sadd(keys.blocklistOf('my mod/ü'), 'minimap');
  await redis.sadd(keys.blocklistOfServer('lobby'), 'minimap');
  await redis.zadd(keys.timedOfBlocklist(keys.blocklistOfServer('lobby')), 4102444800000, 'radar', 1, 'over');
});

describe('the data that the console reads', () => {
  it('includes the session, with the scopes of any token', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const token = await admin.issue('metrics:read', { name: 'Ada', expiresAt: String(expiresAt) });
    const { status, body } = await admin.ask('/v1/session', token);
    expect(status).toBe(200);
    expect(body).toEqual({ name: 'Ada', scopes: ['metrics:read'], expiresAt, nowMs: expect.any(Number) });
    expect((await admin.ask('/v1/session')).status).toBe(401);
  });

  it('includes the size of each list', async () => {
    const token = await admin.issue('blocklists:read');
    await eventually(async () =>
      JSON.stringify((await admin.ask('/v1/blocklists', token)).body).includes('lobby'),
    );
    expect((await admin.ask('/v1/blocklists', token)).body).toEqual({
      lists: [
        { list: 'global', size: 2, timed: 0 },
        { list: 'client:my mod/ü', size: 1, timed: 0 },
        { list: 'server:lobby', size: 2, timed: 1 },
      ],
    });
  });

  it('includes the features of one list, and the lists of one feature', async () => {
    const token = await admin.issue('blocklists:read');
    const bodyOf = async (path: string) => (await admin.ask(path, token)).body;
    const minimap = { blocked: true };
    const radar = { blocked: true, until: 4102444800000 };
    expect(await bodyOf('/v1/blocklists/clients/my%20mod%2F%C3%BC')).toEqual({
      list: 'client:my mod/ü',
      version: expect.any(String),
      features: { minimap },
    });
    expect(await bodyOf('/v1/blocklists/servers/lobby')).toMatchObject({ features: { minimap, radar } });
    expect(await bodyOf('/v1/blocklists/clients/nobody')).toMatchObject({ features: {} });
    for (const path of ['clients/', `clients/${'a'.repeat(129)}`, 'servers/%FF'])
      expect((await admin.ask(`/v1/blocklists/${path}`, token)).status).toBe(400);
    expect(await bodyOf('/v1/console/features/minimap')).toEqual({
      entries: [
        { list: 'client:my mod/ü', feature: 'minimap', ...minimap },
        { list: 'server:lobby', feature: 'minimap', ...minimap },
      ],
    });
    expect(await bodyOf('/v1/console/features/radar')).toEqual({
      entries: [{ list: 'server:lobby', feature: 'radar', ...radar }],
    });
  });

  it('includes the limited players, and the end of each limit', async () => {
    const { keys, redis } = admin;
    await redis.set(keys.rateLimitOf(subjectOf('checkFeatures', PLAYER)), '1', 'PX', 60_000);
    const token = await admin.issue('rate-limits:read');
    const expected = { limited: [{ player: PLAYER, method: 'checkFeatures', until: expect.any(Number) }] };
    // All consoles share one read per three seconds.
    await eventually(async () => {
      expect((await admin.ask('/v1/console/rate-limits', token)).body).toEqual({ ...expected, total: 1 });
      return true;
    });
  });
});

describe('the stream of events', () => {
  it('reports a change of a list, with the states of its features, as one event', async () => {
    const { keys, redis } = admin;
    const token = await admin.issue('blocklists:read');
    const stream = await admin.listen(token);
    await stream.untilSent('hello');
    const version = async () =>
      ((await admin.ask('/v1/blocklists/global', token)).body as BlocklistBody).version;
    const from = await version();
    const timed = keys.timedOfBlocklist(keys.blocklistGlobal);
    await redis
      .multi()
      .srem(keys.blocklistGlobal, 'fly', 'zoom')
      .zadd(timed, 4102444800000, 'zoom')
      .sadd(keys.blocklistGlobal, 'speed')
      .exec();
    const event = (await stream.untilSent('list')) as ListEvent;
    expect(event).toEqual({
      list: 'global',
      size: 2,
      timed: 1,
      from,
      to: await version(),
      features: {
        fly: { blocked: false },
        speed: { blocked: true },
        zoom: { blocked: true, until: 4102444800000 },
      },
    });
    expect(event.to).not.toBe(from);
    // More than 500 differences are not sent.
    await redis.sadd(keys.blocklistGlobal, ...Array.from({ length: 501 }, (_, index) => `f-${index}`));
    expect(await stream.untilSent('list', 2)).toEqual({ list: 'global', size: 503, timed: 1 });
    stream.close();
  });

  it('reports the end of a timed block, for which there is no write', async () => {
    const { keys, redis } = admin;
    const stream = await admin.listen(await admin.issue('blocklists:read'));
    await stream.untilSent('hello');
    await redis.zadd(keys.timedOfBlocklist(keys.blocklistOf('ends')), Date.now() + 1500, 'fly');
    expect(await stream.untilSent('list')).toMatchObject({ list: 'client:ends', size: 1, timed: 1 });
    const ended = (await stream.untilSent('list', 2)) as ListEvent;
    expect(ended).toMatchObject({ list: 'client:ends', size: 0, timed: 0, features: {} });
    expect(ended.from).toBe(ended.to);
    stream.close();
  });

  it('resumes after the last event that was read, or requests a reload', async () => {
    const token = await admin.issue('blocklists:read');
    const first = await admin.listen(token);
    await first.untilSent('hello');
    first.close();
    const { id = '' } = first.events[0] ?? {};
    const watching = await admin.listen(token);
    await admin.redis.sadd(admin.keys.blocklistOf('missed'), 'a');
    await watching.untilSent('list');
    const resumed = await admin.listen(token, id);
    expect(await resumed.untilSent('list')).toMatchObject({ list: 'client:missed' });
    const unknown = await admin.listen(token, 'another-1');
    await unknown.untilSent('reload');
    for (const stream of [watching, resumed, unknown]) stream.close();
  });

  it('sends only events for which the token has the scope', async () => {
    // No event has the scope rate-limits:read.
    const [allowed, other] = [await admin.issue('blocklists:read'), await admin.issue('rate-limits:read')];
    const streams = await Promise.all([admin.listen(allowed), admin.listen(other)]);
    await Promise.all(streams.map(async (stream) => await stream.untilSent('hello')));
    await admin.redis.sadd(admin.keys.blocklistOf('secret'), 'a');
    await streams[0].untilSent('list');
    // Both streams are written in the same turn of the event loop, the one without the scope last.
    expect(streams[1].events.map(({ name }) => name)).toEqual(['hello', 'redis']);
    for (const stream of streams) stream.close();
  });
});

describe('the time', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['/v1/session', 'ahead', 1],
    ['/v1/console/programs', 'behind', -1],
  ])("in %s is by the clock of Redis if the server's is an hour %s", async (path, _, sign) => {
    const { redis } = admin;
    const token = await admin.issue('metrics:read');
    const epochMs = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => epochMs() + sign * HOUR_MS);
    const beforeMs = await redisNowMs(redis);
    const { nowMs } = (await admin.ask(path, token)).body as { nowMs: number };
    expect(nowMs).toBeLessThanOrEqual(await redisNowMs(redis));
    expect(nowMs).toBeGreaterThan(beforeMs - HOUR_MS / 2);
  });
});

it('shows every program, although the heartbeats of one lie about their times', async () => {
  const { keys, redis } = admin;
  const token = await admin.issue('metrics:read');
  const beat = async (name: string, seenAt: number): Promise<void> => {
    const times = { startedAt: 2 * seenAt, clock: seenAt, seenAt };
    await redis.hset(keys.programOf('proxy', name), heartbeatOf(name, times));
    const isShown = async (): Promise<boolean> =>
      JSON.stringify((await admin.ask('/v1/console/programs', token)).body).includes(`"seenAt":${seenAt},`);
    await eventually(isShown, { what: `the heartbeat of ${name}` });
  };
  const nowMs = Math.floor(await redisNowMs(redis));
  await beat('honest', nowMs);
  for (const seenAt of [1, 400_000_000_000_000, nowMs - HOUR_MS, 0]) await beat('liar', seenAt);
  const { programs } = (await admin.ask('/v1/console/programs', token)).body as {
    programs: { name: string }[];
  };
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['honest', 'liar']));
});

it('shows how busy a program was, and all samples of one program', async () => {
  const { keys, redis } = admin;
  const token = await admin.issue('metrics:read');
  const key = keys.programOf('proxy', 'busy');
  const nowMs = Math.floor(await redisNowMs(redis));
  const view = async () =>
    ((await admin.ask('/v1/console/programs', token)).body as Programs).programs.find(
      ({ name }) => name === 'busy',
    );
  for (let beat = 0; beat <= 70; beat += 1) {
    const seenAt = nowMs - 1_400_000 + beat * 20_000;
    await redis.hset(key, heartbeatOf('busy', { clock: seenAt, seenAt, answers: beat * 100 }));
    // The server reads each key once, however often it has changed.
    await eventually(async () => (await view())?.seenAt === seenAt, { what: 'the heartbeat' });
  }
  const { id = '', latest, trend = [] } = (await view()) ?? {};
  expect(latest).toEqual([nowMs, 0, 5, 0, 0, 0]);
  expect(trend).toHaveLength(35);
  expect(new Set(trend.map(([, answers]) => answers))).toEqual(new Set([5]));
  expect(trend.at(-1)?.[0]).toBe(nowMs);
  const path = `/v1/console/programs/${encodeURIComponent(id)}`;
  expect(((await admin.ask(path, token)).body as ProgramSamples).samples).toHaveLength(70);
  expect((await admin.ask('/v1/console/programs/unknown', token)).status).toBe(404);
  await redis.del(key);
});
