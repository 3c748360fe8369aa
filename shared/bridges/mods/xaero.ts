import type { Bridge } from '../bridge.ts';
import { ONE_FRAMING } from '../bridge.ts';

/**
 * Published by the mod's author for servers; found in a message of the system's chat, whatever surrounds it.
 */
const RESET = '§r§e§s§e§t§x§a§e§r§o';
const CODES = new Map([
  ['fair-play', '§f§a§i§r§x§a§e§r§o'],
  ['no-minimap', '§n§o§m§i§n§i§m§a§p'],
]);

/** Codes in the chat, a line each: another mod that reads them wants nothing else in the line. */
export const XAERO: Bridge = {
  name: 'xaero',
  title: 'Xaero’s Minimap and World Map',
  // Not announced: the client would take the server for one that has the mod.
  detection: { by: 'channel', channels: ['xaerominimap:main', 'xaeroworldmap:main'] },
  sendsOn: [],
  controls: {
    'fair-play': ['minimap.cave-mode', 'minimap.radar', 'minimap.radar.players', 'minimap.radar.mobs'],
    'no-minimap': ['minimap'],
  },
  unblocking: 'at once',
  framingOf: ONE_FRAMING,
  render: ({ blocked }) =>
    [RESET, ...blocked.flatMap((control) => CODES.get(control) ?? [])].map((chat) => ({ chat })),
};
