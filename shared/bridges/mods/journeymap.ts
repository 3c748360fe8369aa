import type { Bridge } from '../bridge.ts';
import { BACKEND_REPLY_MS } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';
import type { NeutralName } from '../neutral-names.ts';

/**
 * All settings that the client reads from a server, as JSON strings, with the values that restrict nothing.
 */
const UNRESTRICTED: Readonly<Record<string, string>> = {
  journeymapEnabled: 'true',
  // Otherwise the client might assume that the recorded maps belong to another world.
  useWorldId: 'false',
  viewOnlyServerProperties: 'true',
  allowMultiplayerSettings: 'ALL',
  worldPlayerRadar: 'ALL',
  worldPlayerRadarUpdateTime: '5',
  seeUndergroundPlayers: 'ALL',
  hideOps: 'false',
  hideSpectators: 'false',
  allowDeathPoints: 'true',
  showInGameBeacons: 'true',
  allowWaypoints: 'true',
  allowRightClickTeleport: 'true',
  radarLateralDistance: '512',
  radarVerticalDistance: '320',
  maxAnimalsData: '128',
  maxAmbientCreaturesData: '128',
  maxMobsData: '128',
  maxPlayersData: '128',
  maxVillagersData: '128',
  teleportEnabled: 'true',
  crossDimTeleport: 'true',
  renderRange: '0',
  surfaceRenderRange: '0',
  caveRenderRange: '0',
  surfaceMapping: 'ALL',
  topoMapping: 'ALL',
  biomeMapping: 'ALL',
  caveMapping: 'ALL',
  radarEnabled: 'ALL',
  playerRadarEnabled: 'true',
  playerRadarNamesEnabled: 'true',
  villagerRadarEnabled: 'true',
  animalRadarEnabled: 'true',
  mobRadarEnabled: 'true',
};

const CONTROLS = {
  // According to its documentation, this disables the whole mod.
  journeymapEnabled: ['minimap', 'world-map', 'waypoints'],
  caveMapping: ['minimap.cave-mode'],
  radarEnabled: ['minimap.radar'],
  playerRadarEnabled: ['minimap.radar.players'],
  mobRadarEnabled: ['minimap.radar.mobs'],
  animalRadarEnabled: ['minimap.radar.mobs'],
  villagerRadarEnabled: ['minimap.radar.mobs'],
  surfaceMapping: ['world-map'],
  topoMapping: ['world-map'],
  biomeMapping: ['world-map'],
  allowWaypoints: ['waypoints'],
  allowDeathPoints: ['waypoints.death'],
  teleportEnabled: ['waypoints.teleport'],
} satisfies Record<string, readonly NeutralName[]>;

/**
 * The formats with the lowest protocol version that reads each: Minecraft 1.14, 1.18 and 1.21. Older versions
 * use Forge's own channels.
 */
const FORMATS = [
  { since: 767, name: '1.21' },
  { since: 757, name: '1.18' },
  { since: 477, name: '1.14' },
];

/**
 * Sends the reply to a permission request without a request, because the client does not repeat its request
 * after a server switch, and after the reply of a backend server that has the mod. One byte too many or too
 * few disconnects the player.
 */
export const JOURNEYMAP: Bridge = {
  name: 'journeymap',
  title: 'JourneyMap',
  registers: ['journeymap:perm_req', 'journeymap:common'],
  controls: CONTROLS,
  unblocking: 'at once',
  settleMs: BACKEND_REPLY_MS,
  formatOf: (protocol) => FORMATS.find(({ since }) => protocol >= since)?.name,
  render: ({ blocked }, format) => {
    const bytes = new MinecraftBytes();
    // Before 1.21, the type of the message precedes it. On `common`, 2 is the reply to a permission request.
    if (format === '1.18') bytes.byte(0);
    if (format === '1.14') bytes.byte(2);
    bytes.byte(42).bool(false).utf(settingsWithout(blocked)).bool(true);
    return [bytes.on(format === '1.14' ? 'journeymap:common' : 'journeymap:perm_req')];
  },
};

function settingsWithout(blocked: readonly string[]): string {
  const settings = Object.entries(UNRESTRICTED).map(([name, value]) => {
    const restricted = value === 'ALL' ? 'NONE' : 'false';
    return [name, blocked.includes(name) ? restricted : value];
  });
  return JSON.stringify(Object.fromEntries(settings));
}
