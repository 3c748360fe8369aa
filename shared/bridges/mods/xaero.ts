import type { Bridge } from '../bridge.ts';

/**
 * Published by the mod's author for servers. The mod searches system chat messages for them, with any text
 * around.
 */
const RESET = '§r§e§s§e§t§x§a§e§r§o';
const CODES = new Map([
  ['fair-play', '§f§a§i§r§x§a§e§r§o'],
  ['no-minimap', '§n§o§m§i§n§i§m§a§p'],
]);

/**
 * Sends codes in chat, each as a line of its own: another mod that reads them requires a line without other
 * text.
 */
export const XAERO: Bridge = {
  name: 'xaero',
  title: 'Xaero’s Minimap and World Map',
  // The channels are not announced, or the client would assume that the server has the mod.
  registers: ['xaerominimap:main', 'xaeroworldmap:main'],
  sendsOn: [],
  controls: {
    'fair-play': ['minimap.cave-mode', 'minimap.radar', 'minimap.radar.players', 'minimap.radar.mobs'],
    'no-minimap': ['minimap'],
  },
  unblocking: 'at once',
  render: ({ blocked }) =>
    [RESET, ...blocked.flatMap((control) => CODES.get(control) ?? [])].map((chat) => ({ chat })),
};
