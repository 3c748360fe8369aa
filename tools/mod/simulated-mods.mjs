/**
 * The mods that `npm run check -- --mod` simulates, with data of their own protocols: the channels that they
 * register, the handshakes that they send to a server, and the channels on which they read its messages
 * (`chat` for system chat).
 * @typedef {{ registers?: string[], sends?: { channel: string, hex: string }[], reads: string[] }}
 * SimulatedMod
 * @type {Readonly<Record<string, SimulatedMod>>}
 */
export const SIMULATED_MODS = {
  xaero: { registers: ['xaerominimap:main', 'xaeroworldmap:main'], reads: ['chat'] },
  voxelmap: onChannel('voxelmap:settings'),
  marlow: {
    ...onChannel('marlowcrystal:opt_out'),
    sends: [{ channel: 'marlowcrystal:version', hex: '02000000' }],
  },
  'fast-crystal': onChannel('fastcrystal:disable_fast_crystal'),
  'axolotl-client': onChannel('axolotlclient:block_mods'),
  'axolotl-waypoints': onChannel('axolotlclient_waypoints:options'),
  controlify: onChannel('controlify:server_policy'),
  'midnight-controls': onChannel('midnightcontrols:feature'),
  lunar: { registers: ['lunar:apollo', 'apollo:json'], reads: ['apollo:json'] },
  labymod: handshake('labymod:neo', '0006342e322e3533'),
  journeymap: {
    registers: ['journeymap:perm_req', 'journeymap:common'],
    reads: ['journeymap:perm_req', 'journeymap:common'],
  },
  feather: {
    sends: [
      { channel: 'feather:client', hex: '0006' },
      { channel: 'feather:client', hex: '010100' },
    ],
    reads: ['feather:client'],
  },
  badlion: { reads: ['badlion:modapi'] },
  'labymod-3': handshake('labymod3:main', '04494e464f027b7d'),
  'better-sprinting': handshake('bsm:settings', '000c'),
  '5zig': handshake('the5zigmod:5zig_set', '04'),
  schematica: onChannel('schematica'),
  'world-downloader': { ...handshake('wdl:init', '7b7d'), reads: ['wdl:control'] },
  noconsent: onChannel('noconsent:features'),
};

function onChannel(channel) {
  return { registers: [channel], reads: [channel] };
}

function handshake(channel, hex) {
  return { sends: [{ channel, hex }], reads: [channel] };
}
