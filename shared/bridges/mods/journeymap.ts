import type { Bridge } from '../bridge.ts';
import { AFTER_THE_SERVER_MS } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';
import type { NeutralName } from '../neutral-names.ts';

/** All that its client reads from a server, as JSON strings, with the values that restrict nothing. */
const UNRESTRICTED: Readonly<Record<string, string>> = {
  journeymapEnabled: 'true',
  // Otherwise the client might take the maps that it has recorded for those of another world.
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
  // By its documents, the mod does nothing then.
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
 * The oldest protocols that read each form: Minecraft 1.14, 1.18 and 1.21. Older ones have channels of
 * Forge's.
 */
const FRAMINGS = [
  { since: 767, name: '1.21' },
  { since: 757, name: '1.18' },
  { since: 477, name: '1.14' },
];

/**
 * A reply to the question for permissions, sent unasked, as the client does not ask again after a switch, and
 * after the reply of a server that has the mod. A byte too many or too few disconnects the player.
 */
export const JOURNEYMAP: Bridge = {
  name: 'journeymap',
  title: 'JourneyMap',
  detection: { by: 'channel', channels: ['journeymap:perm_req', 'journeymap:common'] },
  sendsOn: ['journeymap:perm_req', 'journeymap:common'],
  controls: CONTROLS,
  unblocking: 'at once',
  settleMs: AFTER_THE_SERVER_MS,
  framingOf: (protocol) => FRAMINGS.find(({ since }) => protocol >= since)?.name,
  render: ({ blocked }, framing) => {
    const bytes = new MinecraftBytes();
    if (framing === '1.18') bytes.byte(0);
    bytes.byte(framing === '1.14' ? 2 : 42);
    bytes.bool(false).utf(settingsWithout(blocked)).bool(true);
    const channel = framing === '1.14' ? 'journeymap:common' : 'journeymap:perm_req';
    return [{ channel, body: bytes.toArray() }];
  },
};

function settingsWithout(blocked: readonly string[]): string {
  const settings = Object.entries(UNRESTRICTED).map(([name, value]) => {
    const restricted = value === 'ALL' ? 'NONE' : 'false';
    return [name, blocked.includes(name) ? restricted : value];
  });
  return JSON.stringify(Object.fromEntries(settings));
}
