import { expect, it } from '@jest/globals';
import { ModBridges } from '../../../plugin/src/bridges/mod-bridges.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { blocklistsOf } from '../../support/fakes/memory-blocklist-store.ts';
import { ALLOWED, MIDNIGHT_CONTROLS, DENIED, RecordingClient } from './bridges-under-test.ts';

it('bridges follow the lists of the game server, and block nothing for an exempt player [G70]', () => {
  const time = new ManualTime();
  const onArena = new Set(['fast-block-placing']);
  const bridges = new ModBridges(time, time, {
    enabled: BRIDGES,
    isCoarse: false,
    isRepeated: false,
    listsOf: (_, { isExempt, server }) => blocklistsOf(!isExempt && server === 'arena' ? onArena : []),
  });
  const scope = { server: 'lobby', isExempt: false } as {
    -readonly [Key in keyof PlayerScope]: PlayerScope[Key];
  };
  const client = Object.assign(new RecordingClient(), { scope: () => scope });
  bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
  const arriveAt = (server: string, isExempt = false): string[] => {
    Object.assign(scope, { server, isExempt });
    bridges.arrived('a', client);
    time.advance(1000);
    return client.take();
  };
  expect(arriveAt('lobby')).toEqual([]);
  expect(arriveAt('arena')).toEqual([DENIED]);
  expect(arriveAt('lobby')).toEqual([ALLOWED]);
  expect(arriveAt('arena')).toEqual([DENIED]);
  expect(arriveAt('arena', true)).toEqual([ALLOWED]);
  expect(arriveAt('arena')).toEqual([DENIED]);
  onArena.clear();
  bridges.listsChanged();
  time.advance(1000);
  expect(client.take()).toEqual([ALLOWED]);
});
