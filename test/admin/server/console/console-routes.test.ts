import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import { subjectOf } from '../../../../shared/rate-limit/rate-limit.ts';
import { SCOPES } from '../../../../admin/server/token.ts';
import { eventually } from '../../../support/eventually.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { startOperatorsUnderTest, type OperatorsUnderTest } from '../operators-under-test.ts';

const HOUR_MS = 3_600_000;
const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

let operators: OperatorsUnderTest;

beforeAll(async () => {
  operators = await startOperatorsUnderTest();
  const { keys, redis } = operators;
  await redis.sadd(keys.blocklistGlobal, 'fly', 'zoom');
  await redis.sadd(keys.blocklistOf('my mod/ü'), 'minimap');
  await redis.zadd(`${keys.timedBlocklists}server:lobby`, 4102444800000, 'radar');
});
afterAll(async () => {
  await operators.stop();
});

describe('the data that the console reads', () => {
  it('includes the session, with the scopes of any token', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const token = await operators.issue('metrics:read', { name: 'Ada', expiresAt: String(expiresAt) });
    const { status, body } = await operators.ask('/v1/session', token);
    expect(status).toBe(200);
    expect(body).toEqual({ name: 'Ada', scopes: ['metrics:read'], expiresAt, nowMs: expect.any(Number) });
    expect((await operators.ask('/v1/session')).status).toBe(401);
  });

  it.each([
    ['/v1/console/lists', 'blocklists:read'],
    ['/v1/console/lists/global', 'blocklists:read'],
    ['/v1/console/rate-limits', 'rate-limits:read'],
  ])('includes %s for the scope %s only', async (target, scope) => {
    expect((await operators.ask(target, await operators.issue(scope))).status).toBe(200);
    const others = SCOPES.filter((other) => other !== scope).join(' ');
    expect((await operators.ask(target, await operators.issue(others))).status).toBe(403);
    expect((await operators.ask(target)).status).toBe(401);
  });

  it('includes the size of each list', async () => {
    const token = await operators.issue('blocklists:read');
    await eventually(async () =>
      JSON.stringify((await operators.ask('/v1/console/lists', token)).body).includes('lobby'),
    );
    expect((await operators.ask('/v1/console/lists', token)).body).toEqual({
      lists: [
        { list: 'global', size: 2, timed: 0 },
        { list: 'client:my mod/ü', size: 1, timed: 0 },
        { list: 'server:lobby', size: 0, timed: 1 },
      ],
    });
  });

  it('includes the features of one list', async () => {
    const token = await operators.issue('blocklists:read');
    const held = async (list: string) =>
      (await operators.ask(`/v1/console/lists/${encodeURIComponent(list)}`, token)).body;
    expect(await held('client:my mod/ü')).toMatchObject({ features: ['minimap'], until: {}, complete: true });
    expect(await held('server:lobby')).toMatchObject({ features: [], until: { radar: 4102444800000 } });
    expect(await held('client:nobody')).toMatchObject({ features: [], until: {} });
    for (const list of ['', 'x', 'client:', `client:${'a'.repeat(129)}`, 'until:x'])
      expect((await operators.ask(`/v1/console/lists/${list}`, token)).status).toBe(400);
  });

  it('includes the end of a block by the rule of edits, for any score of a direct write', async () => {
    const { keys, redis } = operators;
    const key = `${keys.timedBlocklists}client:endless`;
    await redis.zadd(key, 'inf', 'fly', 4102444800000.5, 'radar');
    const token = await operators.issue('blocklists:read');
    const { body } = await operators.ask('/v1/console/lists/client%3Aendless', token);
    expect(body).toMatchObject({ until: { fly: LAST_MS, radar: 4102444800001 } });
    await redis.del(key);
  });

  it('includes the limited players, and the end of each limit', async () => {
    const { keys, redis } = operators;
    await redis.set(keys.rateLimitOf(subjectOf('checkFeatures', PLAYER)), '1', 'PX', 60_000);
    const token = await operators.issue('rate-limits:read');
    const expected = { limited: [{ player: PLAYER, method: 'checkFeatures', until: expect.any(Number) }] };
    // All consoles share one read per three seconds.
    await eventually(async () => {
      expect((await operators.ask('/v1/console/rate-limits', token)).body).toEqual({ ...expected, total: 1 });
      return true;
    });
  });
});

describe('the stream of events', () => {
  it('reports a direct write to an open list, with the differences', async () => {
    const token = await operators.issue('blocklists:read');
    const stream = await operators.listen(token);
    await stream.untilSent('hello');
    const { body } = await operators.ask('/v1/console/lists/global', token);
    await operators.redis.sadd(operators.keys.blocklistGlobal, 'speed');
    expect(await stream.untilSent('list')).toMatchObject({
      list: 'global',
      size: 3,
      timed: 0,
      from: (body as { version: string }).version,
      added: ['speed'],
      removed: [],
    });
    stream.close();
  });

  it('reports that another list is different', async () => {
    const stream = await operators.listen(await operators.issue('blocklists:read'));
    await stream.untilSent('hello');
    await operators.redis.sadd(operators.keys.blocklistOf('other'), 'a');
    expect(await stream.untilSent('list')).toEqual({ list: 'client:other', size: 1, timed: 0 });
    stream.close();
  });

  it('reports that changes were recorded, including direct writes', async () => {
    const stream = await operators.listen(await operators.issue('blocklists:read'));
    await stream.untilSent('hello');
    await operators.redis.sadd(operators.keys.blocklistOf('recorded'), 'a');
    const audit = operators.keys.auditOf(operators.keys.blocklistOf('recorded'));
    await eventually(async () => (await operators.redis.exists(audit)) === 1, { what: 'the record' });
    await stream.untilSent('history');
    stream.close();
  });

  it('resumes after the last event that was read, or requests a reload', async () => {
    const token = await operators.issue('blocklists:read');
    const first = await operators.listen(token);
    await first.untilSent('hello');
    first.close();
    const { id = '' } = first.events[0] ?? {};
    const watching = await operators.listen(token);
    await operators.redis.sadd(operators.keys.blocklistOf('missed'), 'a');
    await watching.untilSent('list');
    const resumed = await operators.listen(token, id);
    expect(await resumed.untilSent('list')).toMatchObject({ list: 'client:missed' });
    const unknown = await operators.listen(token, 'another-1');
    await unknown.untilSent('reload');
    for (const stream of [watching, resumed, unknown]) stream.close();
  });

  it('sends only events for which the token has the scope', async () => {
    // No event has the scope rate-limits:read. The sidecar's own heartbeats are events of metrics:read.
    const [allowed, other] = [
      await operators.issue('blocklists:read'),
      await operators.issue('rate-limits:read'),
    ];
    const streams = await Promise.all([operators.listen(allowed), operators.listen(other)]);
    await Promise.all(streams.map(async (stream) => await stream.untilSent('hello')));
    await operators.redis.sadd(operators.keys.blocklistOf('secret'), 'a');
    await streams[0].untilSent('list');
    // Both streams are written in the same turn of the event loop, the one without the scope last.
    expect(streams[1].events.map(({ name }) => name)).toEqual(['hello', 'store']);
    for (const stream of streams) stream.close();
  });

  it('may be open eight times for one token', async () => {
    const token = await operators.issue('blocklists:read');
    const streams = [];
    for (let count = 0; count < 8; count += 1) streams.push(await operators.listen(token));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await operators.ask('/v1/console/events', token)).status).toBe(429);
    expect((await operators.listen(await operators.issue('blocklists:read'))).status).toBe(200);
    streams[0]?.close();
    await eventually(async () => (await operators.listen(token)).status === 200, {
      what: 'room for one more',
    });
  });
});

describe('the time', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['/v1/session', 'ahead', 1],
    ['/v1/console/nodes', 'ahead', 1],
    ['/v1/session', 'behind', -1],
    ['/v1/console/nodes', 'behind', -1],
  ])("in %s is by the clock of Redis if the sidecar's is an hour %s", async (path, _, sign) => {
    const { redis } = operators;
    const token = await operators.issue('metrics:read');
    const epochMs = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => epochMs() + sign * HOUR_MS);
    const beforeMs = await redisNowMs(redis);
    const { nowMs } = (await operators.ask(path, token)).body as { nowMs: number };
    expect(nowMs).toBeLessThanOrEqual(await redisNowMs(redis));
    expect(nowMs).toBeGreaterThan(beforeMs - HOUR_MS / 2);
  });
});

describe('the lists during the initial load', () => {
  let starting: OperatorsUnderTest;

  beforeAll(async () => {
    starting = await startOperatorsUnderTest({}, async ({ faults, keys, redis }) => {
      await redis.sadd(keys.blocklistOf('early'), 'fly');
      await redis.zadd(`${keys.timedBlocklists}server:late`, 4102444800000, 'radar');
      await faults.set({ kind: 'error', error: 'ERR not now', commands: ['ZCARD'] });
    });
  });
  afterAll(async () => {
    await starting.stop();
  });

  it('are published when all of them are loaded, as consoles may have read a part of them', async () => {
    const token = await starting.issue('blocklists:read');
    const namesOf = async (): Promise<readonly string[]> => {
      const { body } = await starting.ask('/v1/console/lists', token);
      return (body as { lists: { list: string }[] }).lists.map(({ list }) => list);
    };
    const stream = await starting.listen(token);
    await stream.untilSent('hello');
    await eventually(async () => String(await namesOf()) === 'global,client:early', { what: 'a part' });
    expect(stream.events.filter(({ name }) => name === 'lists')).toEqual([]);
    await starting.faults.set({ kind: 'none' });
    await stream.untilSent('lists');
    expect(await namesOf()).toEqual(['global', 'client:early', 'server:late']);
    stream.close();
  });
});
