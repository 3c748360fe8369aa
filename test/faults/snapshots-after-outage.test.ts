import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startSidecarBehindFaults, type SidecarBehindFaults } from './sidecar-behind-faults.ts';

const EVENTS = ['e1', 'e2', 'e3'];
/** The response body with all events. */
const served = (name: string) => EVENTS.map((id) => ({ id, server: 'lobby', name }));

describe('a sidecar that reaches Redis again after a restart with all data', () => {
  let server: SidecarBehindFaults['server'];
  let faults: SidecarBehindFaults['faults'];
  let admin: SidecarBehindFaults['admin'];
  let sidecar: SidecarBehindFaults['sidecar'];
  let network: SidecarBehindFaults;

  beforeEach(async () => {
    network = await startSidecarBehindFaults();
    ({ server, faults, admin, sidecar } = network);
    const { keys } = sidecar;
    await admin.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    for (const id of EVENTS) await admin.set(keys.eventOf(id), '{"server":"lobby","name":"E"}');
    await sidecar.shows('/v1/servers?id=lobby', { id: 'lobby', displayName: 'Lobby' });
    await sidecar.shows('/v1/events?server=lobby', served('E'));
  });

  afterEach(async () => {
    await network.stop();
  });

  /** Changes the data, and restarts Redis with it, while the sidecar cannot reach it. */
  const changeDuringOutage = async (change: () => Promise<void>): Promise<void> => {
    await faults.set({ kind: 'reset' });
    await sidecar.shows('/v1/health', { status: 'degraded' });
    await change();
    await server.restart();
    await faults.set({ kind: 'none' });
  };

  const expectNoLoss = (): void => {
    expect(sidecar.logger.at('warn').filter((line) => line.includes('without its data'))).toEqual([]);
  };

  it('no longer serves records that expired meanwhile [G61]', async () => {
    const { keys } = sidecar;
    const short = '{"server":"lobby","name":"Short"}';
    for (const id of EVENTS) await admin.set(keys.eventOf(id), short, 'PX', 5000);
    await sidecar.shows('/v1/events?server=lobby', served('Short'));
    await changeDuringOutage(async () => {
      const count = async (): Promise<number> => await admin.exists(...EVENTS.map((id) => keys.eventOf(id)));
      await eventually(async () => (await count()) === 0, { what: 'the records to expire' });
      await sidecar.shows('/v1/events?server=lobby', served('Short'));
    });
    await sidecar.shows('/v1/events?server=lobby', []);
    await sidecar.shows('/v1/health', { status: 'ok' });
    expectNoLoss();
  });

  it('serves changes of all other records while the trades have a value of another type [G26]', async () => {
    const { keys } = sidecar;
    await admin.xadd(keys.coinsTrades, '*', 'rate', '1.5', 'datetime', '7');
    await sidecar.shows('/v1/coins-trades', [{ rate: 1.5, datetime: 7 }]);
    await changeDuringOutage(async () => {
      await admin.set(keys.coinsTrades, 'oops');
      await admin.del(keys.eventOf('e1'));
    });
    await sidecar.shows('/v1/events?server=lobby', served('E').slice(1));
    await sidecar.shows('/v1/coins-trades', [{ rate: 1.5, datetime: 7 }]);
    expectNoLoss();
  });

  it('no longer serves records that were deleted while 150 new trades have replaced all others', async () => {
    const { keys } = sidecar;
    const addTrades = async (rate: string): Promise<void> => {
      const adding = admin.pipeline();
      for (let count = 0; count < 150; count += 1)
        adding.xadd(keys.coinsTrades, 'MAXLEN', '=', 50, '*', 'rate', rate, 'datetime', '7');
      await adding.exec();
    };
    await addTrades('1');
    await sidecar.shows('/v1/coins-trades?limit=1', [{ rate: 1, datetime: 7 }]);
    await changeDuringOutage(async () => {
      await addTrades('2');
      await admin.del(keys.eventOf('e1'));
    });
    await sidecar.shows('/v1/events?server=lobby', served('E').slice(1));
    await sidecar.shows('/v1/coins-trades?limit=1', [{ rate: 2, datetime: 7 }]);
    await sidecar.shows('/v1/health', { status: 'ok' });
    expectNoLoss();
  });
});
