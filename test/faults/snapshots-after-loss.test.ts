import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import { startTestSidecar, type SidecarUnderTest } from '../rest-sidecar/sidecar-under-test.ts';

const LOBBY = { id: 'lobby', displayName: 'Lobby' };
const EVENTS = [
  { id: 'e1', server: 'lobby', name: 'E1' },
  { id: 'e2', server: 'lobby', name: 'E2' },
];
const votingWith = (votes: number) => [
  { id: 'v', server: 'lobby', title: 'V', candidates: [{ id: 'x', name: 'X', votes }] },
];

/** The response bodies before any loss. */
const SERVED = {
  '/v1/servers': { lobby: LOBBY },
  '/v1/events': { lobby: EVENTS },
  '/v1/votings?server=lobby': votingWith(3),
  '/v1/coins-trades': [{ rate: 1.5, datetime: 7 }],
};

/** The response bodies for an empty Redis. */
const NOTHING = {
  '/v1/servers': {},
  '/v1/events': {},
  '/v1/votings?server=lobby': [],
  '/v1/coins-trades': [],
};

const OK = { '/v1/health': { status: 'ok' } };
const DEGRADED = { '/v1/health': { status: 'degraded' } };

describe('the sidecar on a real Redis that', () => {
  let store: ServerStore;
  let admin: ServerStore['admin'];
  let sidecar: SidecarUnderTest;

  const untilServed = async (expected: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [target, body] of Object.entries(expected)) await sidecar.shows(target, body);
  };
  const fill = async (): Promise<void> => {
    const { keys } = sidecar;
    const candidates = '[{"id":"x","name":"X"}]';
    await admin
      .multi()
      .set(keys.serverOf('lobby'), '{"displayName":"Lobby"}')
      .set(keys.eventOf('e1'), '{"server":"lobby","name":"E1"}')
      .set(keys.eventOf('e2'), '{"server":"lobby","name":"E2"}')
      .set(keys.votingOf('v'), `{"server":"lobby","title":"V","candidates":${candidates}}`)
      .hset(keys.voteCountsOf('v'), 'x', 3)
      .xadd(keys.coinsTrades, '*', 'rate', '1.5', 'datetime', '7')
      .exec();
  };
  const isLossLogged = (): boolean =>
    sidecar.logger.at('warn').some((line) => line.startsWith('Redis came back without its data: '));
  /**
   * Sends requests continuously until `change` has resolved and `isOver` returns true.
   * @returns each response that differed from {@link SERVED}
   */
  const responsesDuring = async (change: Promise<void>, isOver: () => boolean): Promise<string[]> => {
    const different: string[] = [];
    const state = { isChanged: false };
    void change.finally(() => (state.isChanged = true));
    while (!state.isChanged || !isOver()) {
      for (const [target, body] of Object.entries(SERVED)) {
        const { status, text } = await sidecar.get(target);
        if (status !== 200 || text !== JSON.stringify(body)) different.push(`${target}: ${status} ${text}`);
      }
    }
    await change;
    return different;
  };
  beforeEach(async () => {
    store = await startServerStore();
    ({ admin } = store);
    sidecar = await startTestSidecar({ redisUrl: store.url });
    await fill();
    await untilServed({ ...SERVED, ...OK });
  });

  afterEach(async () => {
    await sidecar.stop();
    await store.stop();
  });

  it('was killed and comes back empty serves the last known data, until each key is written again [G7]', async () => {
    const { keys } = sidecar;
    expect(await responsesDuring(store.server.restart({ empty: true }), isLossLogged)).toEqual([]);
    await untilServed({ ...DEGRADED, ...SERVED });
    await admin.set(keys.eventOf('e1'), '{"server":"lobby","name":"Again"}');
    const changedEvents = { lobby: [{ ...EVENTS[0], name: 'Again' }, EVENTS[1]] };
    await untilServed({ ...SERVED, '/v1/events': changedEvents, ...DEGRADED });
    await admin.hincrby(keys.voteCountsOf('v'), 'x', 1);
    await admin.xadd(keys.coinsTrades, '*', 'rate', '2', 'datetime', '8');
    await untilServed({
      '/v1/servers': SERVED['/v1/servers'],
      '/v1/votings?server=lobby': votingWith(1),
      '/v1/coins-trades': [{ rate: 2, datetime: 8 }],
    });
    // A key that is written and deleted again is deleted on purpose.
    const writeAndDelete = async (...written: string[]): Promise<void> => {
      for (const key of written) await admin.multi().set(key, '{}').del(key).exec();
    };
    await writeAndDelete(keys.serverOf('lobby'), keys.eventOf('e2'));
    await untilServed({
      '/v1/servers': {},
      '/v1/events': { lobby: changedEvents.lobby.slice(0, 1) },
      ...DEGRADED,
    });
    await writeAndDelete(keys.votingOf('v'));
    await untilServed({ '/v1/votings?server=lobby': [], ...OK });
  });

  it('has values of another type under all keys serves the last known data, until the types are right again [G7, G26]', async () => {
    const { keys, logger } = sidecar;
    const strings = [keys.serverOf('lobby'), keys.eventOf('e1'), keys.eventOf('e2'), keys.votingOf('v')];
    const all = [...strings, keys.voteCountsOf('v'), keys.coinsTrades];
    for (const key of all) await admin.multi().del(key).rpush(key, 'oops').exec();
    await untilServed({ ...DEGRADED, ...SERVED });
    const warned = (): string[] => logger.at('warn').filter((line) => line.includes('holds another type'));
    await eventually(() => warned().length >= all.length, { what: 'a warning for each key' });
    await admin.del(...strings.slice(1), keys.voteCountsOf('v'), keys.coinsTrades);
    await untilServed({ ...NOTHING, '/v1/servers': SERVED['/v1/servers'], ...DEGRADED });
    await admin.del(keys.serverOf('lobby'));
    await untilServed({ ...NOTHING, ...OK });
    const expected = [
      ...strings.map((key) => `"${key}" should be a string,`),
      `"${keys.voteCountsOf('v')}" should be a hash,`,
      `"${keys.coinsTrades}" should be a stream,`,
    ];
    expect(
      warned()
        .map((line) => /".*,/.exec(line)?.[0])
        .sort(),
    ).toEqual(expected.sort());
  });
});
