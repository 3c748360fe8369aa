import { expect, it } from '@jest/globals';
import { ModBridges } from '../../../plugin/src/bridges/mod-bridges.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingClient } from './bridges-under-test.ts';

const PLAYERS = 2000;
/** Mods that are detected by a channel. JourneyMap has a different format for each half of the players. */
const MODS = ['xaero', 'voxelmap', 'marlow', 'midnight-controls', 'lunar', 'journeymap'];
const [PROTOCOL_1_20_6, PROTOCOL_1_21] = [766, 767];

it('2,000 players need one rendering for each mod and format, and one more for an edit', () => {
  const rendered: string[] = [];
  const counting = BRIDGES.filter(({ name }) => MODS.includes(name)).map((bridge): Bridge => ({
    ...bridge,
    render: (state, format) => {
      rendered.push(`${bridge.name} ${format}`);
      return bridge.render(state, format);
    },
  }));
  const time = new ManualTime();
  const global = new Set<string>(Object.keys(NEUTRAL_NAMES));
  const listsOf = () => ({ global, personal: new Set<string>() });
  const bridges = new ModBridges(time, time, {
    enabled: counting,
    isCoarse: false,
    isRepeated: false,
    listsOf,
  });
  const clients = Array.from({ length: PLAYERS }, (_, index) => {
    const protocol = index < PLAYERS / 2 ? PROTOCOL_1_20_6 : PROTOCOL_1_21;
    return Object.assign(new RecordingClient(), { protocol });
  });
  clients.forEach((client, index) => {
    const { detection } = counting[index % counting.length] ?? { detection: { by: 'nothing' } as const };
    const channels = detection.by === 'nothing' ? [] : detection.channels;
    bridges.registered(String(index), client, channels);
    bridges.arrived(String(index), client);
  });
  const forms = ['journeymap 1.18', 'journeymap 1.21', 'lunar any', 'marlow any', 'midnight-controls any'];
  const all = [...forms, 'voxelmap any', 'xaero any'];
  time.advance(5000);
  expect(clients.filter(({ sent }) => sent.length === 0)).toEqual([]);
  expect(rendered.splice(0).sort()).toEqual(all);
  expect(new Set(clients.flatMap(({ sent }) => sent)).size).toBeLessThan(PLAYERS / 100);
  for (const client of clients) client.take();
  global.clear();
  bridges.listsChanged();
  time.advance(1000);
  // Marlow’s Crystal Optimizer is rendered although no message can unblock it.
  expect(rendered.sort()).toEqual(all);
  expect(clients.filter(({ sent }) => sent.length === 0)).toHaveLength(Math.floor(PLAYERS / MODS.length));
});
