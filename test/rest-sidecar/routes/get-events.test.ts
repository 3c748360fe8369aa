import { beforeAll, describe, expect, it } from '@jest/globals';
import { byKey } from '../../support/redis/by-key.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('getEvents', () => {
  const sidecar = useStarted(startTestSidecar);
  const path = '/v1/events';
  const now = Date.now();
  const YEAR_MS = 31_536_000_000;

  const hunt = {
    server: 'survival',
    name: 'Hunt',
    description: 'Find it',
    startsAt: now - 5000,
    prize: { coins: 5 },
  };
  const race = { server: 'survival', name: 'Race', endsAt: now + YEAR_MS };
  const party = { server: 'not-among-the-servers', name: 'Party', id: 'another' };
  const served = {
    'not-among-the-servers': [{ id: 'party', server: party.server, name: party.name }],
    survival: [
      { id: 'a-race', ...race },
      { id: 'hunt', ...hunt },
    ],
  };

  beforeAll(async () => {
    const stored = {
      hunt: JSON.stringify(hunt),
      'a-race': JSON.stringify(race),
      party: JSON.stringify(party),
      over: JSON.stringify({ server: 'survival', name: 'Over', endsAt: now - 1000 }),
      'to-come': JSON.stringify({ server: 'lobby', name: 'To come', startsAt: now + YEAR_MS }),
      'no-name': JSON.stringify({ server: 'lobby' }),
      'no-server': JSON.stringify({ server: '', name: 'Nowhere' }),
      '': JSON.stringify(race),
      'wrong-time': JSON.stringify({ server: 'lobby', name: 'x', startsAt: '2026-01-01' }),
      'endless-time': '{"server":"lobby","name":"x","endsAt":1e300}',
      'rounded-time': '{"server":"lobby","name":"x","endsAt":9007199254740993}',
      broken: 'not JSON',
    };
    await sidecar.redis.mset(byKey((id) => sidecar.keys.eventOf(id), stored));
    await sidecar.shows(path, { ...served });
  });

  it('answers, without server, an object of arrays by server, empty ones excluded [R-EVENTS-2, R-EVENTS-3, D-EVENT-1, S-STATE-1, G5, G6, G26, G27, G28, G29, G32]', async () => {
    const { status, text } = await sidecar.get(path);
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify(served));
  });

  it.each(Object.entries(served))('answers the array of server=%s [R-EVENTS-1]', async (server, events) => {
    const { status, json } = await sidecar.get(`${path}?server=${server}`);
    expect([status, json]).toEqual([200, events]);
  });

  it.each(['unknown', '', 'lobby', 'SURVIVAL', '__proto__', 'toString', '%00', 'survival%00'])(
    'answers an empty array for server=%s [R-EVENTS-1, G4, G23]',
    async (server) => {
      const { status, json } = await sidecar.get(`${path}?server=${server}`);
      expect([status, json]).toEqual([200, []]);
    },
  );

  it('answers an array for a server without "=" [G23]', async () => {
    expect((await sidecar.get(`${path}?server`)).json).toEqual([]);
  });

  it('uses the first of repeated servers [G4]', async () => {
    expect((await sidecar.get(`${path}?server=survival&server=unknown`)).json).toEqual(served.survival);
    expect((await sidecar.get(`${path}?server=unknown&server=survival`)).json).toEqual([]);
  });

  it.each([
    'server[]=unknown',
    'server[a]=b',
    'Server=x',
    'limit=0',
    'id=7',
    '=&&=',
    'x=%zz',
    '%zz=1',
    '?server=x',
  ])('ignores unknown parameters: %s [G24]', async (query) => {
    const { status, json } = await sidecar.get(`${path}?${query}`);
    expect([status, json]).toEqual([200, served]);
  });

  it('decodes names and values in any encoding', async () => {
    expect((await sidecar.get(`${path}?%73erver=surviva%6C`)).json).toEqual(served.survival);
    expect((await sidecar.get(`${path}?other=1&server=survival&x=y`)).json).toEqual(served.survival);
  });

  it.each(['%', '%zz', '%ff', 'a%2'])(
    'answers 400 for server=%s, which is not percent-encoded UTF-8 [G54]',
    async (server) => {
      const { status, json } = await sidecar.get(`${path}?server=${server}`);
      expect([status, json]).toEqual([400, { error: 'The value of server is not percent-encoded UTF-8.' }]);
    },
  );

  it('begins and ends events without a write [G6]', async () => {
    const startsAt = Date.now() + 400;
    const short = { server: 'short', name: 'Short', startsAt, endsAt: startsAt + 3000 };
    await sidecar.redis.set(sidecar.keys.eventOf('short'), JSON.stringify(short));
    const open = await sidecar.shows(`${path}?server=short`, [{ id: 'short', ...short }]);
    expect(Date.now()).toBeGreaterThanOrEqual(startsAt);
    expect(open.status).toBe(200);
    await sidecar.shows(`${path}?server=short`, []);
    expect(Date.now()).toBeGreaterThanOrEqual(short.endsAt);
    await sidecar.shows(path, served);
  });
});
