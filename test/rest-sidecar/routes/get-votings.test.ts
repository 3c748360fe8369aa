import { beforeAll, describe, expect, it } from '@jest/globals';
import { byKey } from '../../support/redis/by-key.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('getVotings', () => {
  const sidecar = useStarted(startTestSidecar);
  const path = '/v1/votings';

  const map = {
    server: 'survival',
    title: 'Which map?',
    candidates: [
      { id: 'islands', name: 'Islands', by: 'someone' },
      { id: 'canyon', name: 'Canyon' },
    ],
    colour: 'blue',
  };
  const votes = async (candidate: string, count: number) =>
    await sidecar.redis.hincrby(sidecar.keys.voteCountsOf('map'), candidate, count);
  const mapWith = (islands: number, canyon: number) => ({
    id: 'map',
    ...map,
    candidates: [
      { ...map.candidates[0], votes: islands },
      { ...map.candidates[1], votes: canyon },
    ],
  });

  beforeAll(async () => {
    await votes('islands', 12);
    const stored = {
      map: JSON.stringify(map),
      nowhere: JSON.stringify({ ...map, server: '' }),
      '': JSON.stringify(map),
      over: JSON.stringify({ ...map, server: 'lobby', endsAt: Date.now() - 1 }),
      broken: JSON.stringify({ ...map, candidates: { islands: 'Islands' } }),
      empty: JSON.stringify({ server: 'skyblock', title: 'Nobody', candidates: [] }),
    };
    await sidecar.redis.mset(byKey((id) => sidecar.keys.votingOf(id), stored));
    await sidecar.shows(`${path}?server=survival`, [mapWith(12, 0)]);
  });

  it('answers, without server, an object of arrays by server, empty ones excluded [R-VOTINGS-2, R-VOTINGS-3, D-VOTING-1, S-STATE-1, G5, G6, G26]', async () => {
    const { status, text } = await sidecar.get(path);
    const nobody = { id: 'empty', server: 'skyblock', title: 'Nobody', candidates: [] };
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify({ skyblock: [nobody], survival: [mapWith(12, 0)] }));
  });

  it('answers the array of one server [R-VOTINGS-1]', async () => {
    expect((await sidecar.get(`${path}?server=survival`)).json).toEqual([mapWith(12, 0)]);
  });

  it('returns the votes of each candidate, and follows their changes [R-VOTINGS-4, G30, G48]', async () => {
    await votes('canyon', 3);
    await sidecar.shows(`${path}?server=survival`, [mapWith(12, 3)]);
    await votes('nobody', 100);
    await votes('canyon', 1);
    await sidecar.shows(`${path}?server=survival`, [mapWith(12, 4)]);
    await sidecar.redis.hset(sidecar.keys.voteCountsOf('map'), 'islands', 'many');
    await sidecar.shows(`${path}?server=survival`, [mapWith(0, 4)]);
    const warnings = sidecar.logger
      .at('warn')
      .filter((line) => line.includes(sidecar.keys.voteCountsOf('map')));
    expect(warnings).toEqual([
      `Rejected "${sidecar.keys.voteCountsOf('map')}", "islands": It is not a count.`,
    ]);
    await sidecar.redis.del(sidecar.keys.voteCountsOf('map'));
    await sidecar.shows(`${path}?server=survival`, [mapWith(0, 0)]);
  });
});
