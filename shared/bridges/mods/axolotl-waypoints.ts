import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

const CHANNEL = 'axolotlclient_waypoints:options';

/** Sends four booleans. The last one would allow caves on the world map in the Nether despite the others. */
export const AXOLOTL_WAYPOINTS: Bridge = {
  name: 'axolotl-waypoints',
  title: 'AxolotlClient-waypoints',
  registers: [CHANNEL],
  controls: {
    'minimap-caves': ['minimap.cave-mode'],
    'world-map-caves': ['world-map.cave-mode'],
    minimap: ['minimap'],
  },
  unblocking: 'at once',
  render: ({ blocked }) => [
    new MinecraftBytes()
      .bool(blocked.includes('minimap-caves'))
      .bool(blocked.includes('world-map-caves'))
      .bool(blocked.includes('minimap'))
      .bool(false)
      .on(CHANNEL),
  ],
};
