import type { Bridge } from '../bridge.ts';
import { AFTER_THE_SERVER_MS, ONE_FRAMING } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';
import type { NeutralName } from '../neutral-names.ts';

/** All of them are sent each time: one that is left out keeps its value in the client. */
const CONTROLS = {
  radarAllowed: ['minimap.radar'],
  radarMobsAllowed: ['minimap.radar.mobs'],
  radarPlayersAllowed: ['minimap.radar.players'],
  cavesAllowed: ['minimap.cave-mode'],
  minimapAllowed: ['minimap'],
  worldmapAllowed: ['world-map'],
  waypointsAllowed: ['waypoints'],
  deathWaypointAllowed: ['waypoints.death'],
} satisfies Record<string, readonly NeutralName[]>;

/** A byte that is not read, and JSON. A server that has the mod sends its own to a client that arrives. */
export const VOXELMAP: Bridge = {
  name: 'voxelmap',
  title: 'VoxelMap-Updated',
  detection: { by: 'channel', channels: ['voxelmap:settings'] },
  sendsOn: ['voxelmap:settings'],
  controls: CONTROLS,
  unblocking: 'at once',
  settleMs: AFTER_THE_SERVER_MS,
  framingOf: ONE_FRAMING,
  render: ({ blocked }) => {
    const allowed = Object.keys(CONTROLS).map((control) => [control, !blocked.includes(control)]);
    const json = JSON.stringify(Object.fromEntries(allowed));
    return [{ channel: 'voxelmap:settings', body: new MinecraftBytes().byte(0).utf(json).toArray() }];
  },
};
