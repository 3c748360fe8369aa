import type { Bridge } from '../bridge.ts';

/**
 * Sends an empty message, which the client acknowledges and remembers until the game is restarted, or in
 * versions after 1.1.0 until it disconnects.
 */
export const MARLOW: Bridge = {
  name: 'marlow',
  title: 'Marlow’s Crystal Optimizer',
  detection: { by: 'channel', channels: ['marlowcrystal:opt_out'] },
  controls: { 'opt-out': ['crystal-optimizer'] },
  unblocking: 'after the player has restarted the game',
  // On Minecraft 1.21.2 to 1.21.4, the message crashes the mod up to version 1.1.0: its CHANGELOG reports a
  // NoSuchMethodError. The proxy cannot tell the versions apart.
  formatOf: (protocol) => (protocol === 768 || protocol === 769 ? undefined : 'any'),
  render: ({ blocked }) => blocked.map(() => ({ channel: 'marlowcrystal:opt_out', body: [] })),
};
