import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { byKey } from '../../support/redis/by-key.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('getServers', () => {
  const sidecar = useStarted(startTestSidecar);
  const path = '/v1/servers';
  const keyOf = (id: string): string => sidecar.keys.serverOf(id);

  const expected = {
    Lobby: { id: 'Lobby', displayName: 'Upper case' },
    constructor: { id: 'constructor', displayName: 'C' },
    lobby: { id: 'lobby', displayName: 'Lobby', players: 12, tags: ['main'] },
    'über 🚀': { id: 'über 🚀', displayName: 'Ünïcödé' },
  };

  beforeAll(async () => {
    const stored = {
      lobby: '{"displayName":"Lobby","players":12,"tags":["main"]}',
      Lobby: '{"displayName":"Upper case","id":"lobby"}',
      constructor: '{"displayName":"C"}',
      'über 🚀': '{"displayName":"Ünïcödé"}',
    };
    await sidecar.redis.mset(byKey(keyOf, stored));
    await sidecar.shows(path, expected);
  });

  it('answers an object of all known servers by id, in the order of their ids [R-SERVERS-1, D-SERVER-1, D-SERVERID-1, D-SERVERID-2, G5, G29]', async () => {
    const { status, text } = await sidecar.get(path);
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify(expected));
  });

  it.each(Object.entries(expected))('answers the one server %s [R-SERVERS-2, G27]', async (id, server) => {
    const { status, json } = await sidecar.get(`${path}?id=${encodeURIComponent(id)}`);
    expect([status, json]).toEqual([200, server]);
  });

  it.each(['unknown', '', 'LOBBY', 'toString', '__proto__', '%00', 'lobby%20', '%2e%2e/lobby'])(
    'answers 404 with an ErrorResponse for id=%s [R-SERVERS-3, E-REST-2, G23]',
    async (id) => {
      const { status, json } = await sidecar.get(`${path}?id=${id}`);
      expect([status, json]).toEqual([404, { error: 'No server has this id.' }]);
    },
  );

  it('answers 400 if id is not percent-encoded UTF-8 [G54]', async () => {
    for (const id of ['%', '%zz', '%ff', 'lobby%2', 'lobby&id=%']) {
      const { status, json } = await sidecar.get(`${path}?id=${id}`);
      expect([status, json]).toEqual([400, { error: 'The value of id is not percent-encoded UTF-8.' }]);
    }
  });

  it('uses the first of repeated ids [G4]', async () => {
    expect((await sidecar.get(`${path}?id=lobby&id=unknown`)).json).toEqual(expected.lobby);
    expect((await sidecar.get(`${path}?id=unknown&id=lobby`)).status).toBe(404);
  });

  it('serves a server with the id __proto__ like any other [G31]', async () => {
    await sidecar.redis.set(sidecar.keys.serverOf('__proto__'), '{"displayName":"P","__proto__":{"x":1}}');
    const proto = '{"id":"__proto__","displayName":"P","__proto__":{"x":1}}';
    await sidecar.shows(`${path}?id=__proto__`, JSON.parse(proto));
    expect((await sidecar.get(path)).text).toContain(`"__proto__":${proto}`);
    await sidecar.redis.del(sidecar.keys.serverOf('__proto__'));
    await sidecar.shows(path, expected);
  });

  it('leaves out invalid values, logs each once with its key, and serves all others [G23, G26]', async () => {
    const bad = {
      '1': '{',
      '2': '[]',
      '3': '{}',
      '4': '{"displayName":4}',
      '5': 'null',
      '6': '"x"',
      '7': '',
      '8': `{"displayName":"x","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      '9': '{"displayName":"x","far":1e999}',
      '': '{"displayName":"No id"}',
    };
    await sidecar.redis.mset(byKey(keyOf, { ...bad, last: '{"displayName":"Last"}' }));
    await sidecar.shows(`${path}?id=last`, { id: 'last', displayName: 'Last' });
    await sidecar.redis.mset(byKey(keyOf, { ...bad, '1': '{{', later: '{"displayName":"Later"}' }));
    await sidecar.shows(`${path}?id=later`, { id: 'later', displayName: 'Later' });
    expect(Object.keys((await sidecar.get(path)).json as object).sort()).toEqual(
      [...Object.keys(expected), 'last', 'later'].sort(),
    );
    const warnings = sidecar.logger.at('warn').filter((line) => line.includes(sidecar.keys.servers));
    expect(warnings).toHaveLength(10);
    expect(warnings).toContainEqual(`Rejected "${keyOf('3')}": displayName is missing.`);
    expect(warnings).toContainEqual(`Rejected "${keyOf('')}": Its id is empty.`);
    expect((await sidecar.get(`${path}?id=`)).status).toBe(404);
    await sidecar.redis.del([...Object.keys(bad), 'last', 'later'].map(keyOf));
    await sidecar.shows(path, expected);
  });

  it('logs 20 invalid values, and one line about the others', async () => {
    const { logger, redis } = sidecar;
    const rest = 'More than 20 servers are rejected; further ones are only counted';
    const rejections = (): string[] =>
      logger.at('warn').filter((line) => /^(?:Rejected|More than) /.test(line));
    const before = rejections().length;
    const ids = Array.from({ length: 23 }, (_, index) => `bad-${index}`);
    await redis.mset(byKey(keyOf, Object.fromEntries(ids.map((id) => [id, '{']))));
    await eventually(() => logger.at('warn').includes(rest), { what: 'the line' });
    await redis.mset(byKey(keyOf, { last: '{"displayName":"Last"}' }));
    await sidecar.shows(`${path}?id=last`, { id: 'last', displayName: 'Last' });
    const lines = rejections().slice(before);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe(rest);
    await redis.del([...ids, 'last'].map(keyOf));
    await sidecar.shows(path, expected);
  });

  it('leaves out an id that is not UTF-8, logs it once, and serves its corrected replacement [G62]', async () => {
    const { keys, logger, redis } = sidecar;
    const latin1 = Buffer.concat([Buffer.from(keys.servers), Buffer.from('café', 'latin1')]);
    const lines = (): string[] => logger.at('warn').filter((line) => line.includes('UTF-8'));
    await redis.set(latin1, '{"displayName":"Café"}');
    await eventually(() => lines().length > 0, { what: 'the line' });
    const corrected = '{"displayName":"Café"}';
    await redis.multi().del(latin1).set(keys.serverOf('café'), corrected).exec();
    await sidecar.shows(`${path}?id=caf%C3%A9`, { id: 'café', displayName: 'Café' });
    await redis.del(keys.serverOf('café'));
    await sidecar.shows(path, expected);
    expect(lines()).toEqual([`Rejected "${keys.servers}caf\ufffd": Its name is not UTF-8.`]);
  });

  it('answers an empty object if there are no servers', async () => {
    await sidecar.redis.del(Object.keys(expected).map(keyOf));
    await sidecar.shows(path, {});
    expect((await sidecar.get(`${path}?id=lobby`)).status).toBe(404);
  });
});
