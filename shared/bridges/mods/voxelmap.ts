import type { Bridge } from '../bridge.ts';
import { BACKEND_REPLY_MS } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';
import type { NeutralName } from '../neutral-names.ts';

/** All of them are sent each time, because the client keeps its value for an omitted one. */
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

/**
 * Sends an ignored byte, then JSON. A backend server with the mod sends its own settings when a client
 * arrives.
 */
export const VOXELMAP: Bridge = {
  name: 'voxelmap',
  title: 'VoxelMap-Updated',
  registers: ['voxelmap:settings'],
  controls: CONTROLS,
  unblocking: 'at once',
  olderVersions: {
    until: '1.20.6',
    ignored: ['minimapAllowed', 'worldmapAllowed', 'waypointsAllowed', 'deathWaypointAllowed'],
  },
  settleMs: BACKEND_REPLY_MS,
  render: ({ blocked }) => {
    const allowed = Object.keys(CONTROLS).map((control) => [control, !blocked.includes(control)]);
    const json = JSON.stringify(Object.fromEntries(allowed));
    return [new MinecraftBytes().byte(0).utf(json).on('voxelmap:settings')];
  },
};
