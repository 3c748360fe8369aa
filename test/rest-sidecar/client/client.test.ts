import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../rest-sidecar/client/src/answer.ts';
import { createClient } from '../../../rest-sidecar/client/src/client.ts';
import type { Client } from '../../../rest-sidecar/client/src/client.ts';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { documentedFetch } from '../../support/http/documented-fetch.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';
import { clientsOfListeners } from './client-of-listener.ts';

const VOTING = { server: 'survival', title: 'Which map?', candidates: [{ id: 'canyon', name: 'Canyon' }] };

describe('the REST client with a sidecar', () => {
  const sidecar = useStarted(startTestSidecar);
  let client: Client;
  const statuses: number[] = [];

  beforeAll(async () => {
    const { redis, keys } = sidecar;
    await redis.set(keys.serverOf('survival'), '{"displayName":"Survival"}');
    await redis.set(keys.serverOf('a&b=c'), '{"displayName":"Odd"}');
    await redis.set(keys.eventOf('hunt'), '{"server":"survival","name":"Hunt","prize":5}');
    await redis.set(keys.votingOf('map'), JSON.stringify(VOTING));
    await redis.xadd(keys.coinsTrades, '1-0', 'rate', '1.5', 'datetime', '1000');
    await redis.xadd(keys.coinsTrades, '2-0', 'rate', '2.5', 'datetime', '2000');
    await sidecar.shows('/v1/coins-trades?limit=1', [{ rate: 2.5, datetime: 2000 }]);
    await sidecar.shows('/v1/votings?server=survival', [
      { id: 'map', ...VOTING, candidates: [{ id: 'canyon', name: 'Canyon', votes: 0 }] },
    ]);
    const counting: typeof fetch = async (input, init) => {
      const response = await documentedFetch(input, init);
      statuses.push(response.status);
      return response;
    };
    client = createClient(`${sidecar.origin}/`, { fetch: counting });
  });

  it('reads what each operation offers, of all servers and of one', async () => {
    expect(await client.getCoinsTrades({ limit: 1 })).toMatchObject({
      ok: true,
      data: [{ rate: 2.5, datetime: 2000 }],
    });
    expect((await data(client.getCoinsTrades())).map(({ rate }) => rate)).toStrictEqual([2.5, 1.5]);
    const hunt = { id: 'hunt', server: 'survival', name: 'Hunt', prize: 5 };
    expect(await data(client.getEvents())).toStrictEqual({ survival: [hunt] });
    expect(await data(client.getEvents({ server: 'survival' }))).toStrictEqual([hunt]);
    expect(await data(client.getEvents({ server: 'nowhere' }))).toStrictEqual([]);
    expect(Object.keys(await data(client.getServers()))).toStrictEqual(['a&b=c', 'survival']);
    expect(await data(client.getServers({ id: 'a&b=c' }))).toStrictEqual({ id: 'a&b=c', displayName: 'Odd' });
    const { survival = [] } = await data(client.getVotings());
    expect(survival[0]?.candidates[0]?.votes).toBe(0);
    expect(await data(client.getVotings({ server: 'survival' }))).toStrictEqual(survival);
    expect(await data(client.getHealth())).toStrictEqual({ status: 'ok' });
  });

  it('returns the same object if the service answers 304, and how long it is fresh', async () => {
    const first = await data(client.getServers({ id: 'survival' }));
    statuses.length = 0;
    const again = await client.getServers({ id: 'survival' });
    expect(statuses).toStrictEqual([304]);
    expect(again).toStrictEqual({ ok: true, data: first, freshMs: 1000 });
    expect(again.ok && again.data).toBe(first);
  });

  it('returns the reason of a failure in an error answer', async () => {
    expect(await client.getServers({ id: 'nowhere' })).toStrictEqual({
      ok: false,
      status: 404,
      error: 'No server has this id.',
      retryAfterMs: undefined,
    });
    expect(await client.getCoinsTrades({ limit: 0 })).toMatchObject({ ok: false, status: 400 });
  });
});

describe('the REST client without a sidecar', () => {
  const clientOf = clientsOfListeners();

  it('returns an error if the service cannot be reached', async () => {
    const client = createClient(`http://127.0.0.1:${await freePort()}`);
    expect(await client.getHealth()).toEqual({
      ok: false,
      status: undefined,
      error: 'The service could not be reached.',
      retryAfterMs: undefined,
      cause: expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
    });
  });

  it('returns an error after a timeout', async () => {
    const client = await clientOf(() => undefined, { timeoutMs: 50 });
    expect(await client.getHealth()).toMatchObject({
      ok: false,
      error: 'No response within 50 ms.',
      cause: { name: 'TimeoutError' },
    });
  });

  it.each(['not a url', '', '/api', 'example.org', 'ftp://example.org', 'https://example.org/?key=1'])(
    'is not created for %j, outside of a page',
    (baseUrl) => {
      expect(() => createClient(baseUrl)).toThrow(
        `The service's URL must be like https://api.example.org, but is ${JSON.stringify(baseUrl)}`,
      );
    },
  );

  it('rejects with the reason of an abort', async () => {
    const abort = new AbortController();
    const client = await clientOf(() => {
      abort.abort(new Error('enough'));
    });
    await expect(client.getHealth({}, { signal: abort.signal })).rejects.toThrow('enough');
  });

  it('returns an error answer for an HTML page from a proxy in front of the service', async () => {
    const page = (status: number) =>
      clientOf((_request, response) => response.writeHead(status).end('<h1>Are you a robot?</h1>'));
    const error = 'The response is not JSON.';
    expect(await (await page(200)).getHealth()).toMatchObject({
      ok: false,
      error,
      cause: { name: 'SyntaxError' },
    });
    expect(await (await page(429)).getHealth()).toMatchObject({
      ok: false,
      status: 429,
      error: 'The service answered 429.',
    });
  });

  it('returns when to try again in an error answer', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(503, { 'Retry-After': '2' }).end('{"error":"Not yet."}');
    });
    expect(await client.getEvents()).toStrictEqual({
      ok: false,
      status: 503,
      error: 'Not yet.',
      retryAfterMs: 2000,
    });
  });
});

async function data<T>(asking: Promise<Answer<T>>): Promise<T> {
  const answer = await asking;
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}
