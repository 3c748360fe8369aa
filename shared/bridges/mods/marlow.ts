import type { Bridge } from '../bridge.ts';
import { SINGLE_FORMAT } from '../bridge.ts';

/** Sends an empty message, which the client acknowledges and remembers until the game is restarted. */
export const MARLOW: Bridge = {
  name: 'marlow',
  title: 'Marlow’s Crystal Optimizer',
  detection: { by: 'channel', channels: ['marlowcrystal:opt_out'] },
  sendsOn: ['marlowcrystal:opt_out'],
  controls: { 'opt-out': ['crystal-optimizer'] },
  unblocking: 'after the player has restarted the game',
  formatOf: SINGLE_FORMAT,
  render: ({ blocked }) => blocked.map(() => ({ channel: 'marlowcrystal:opt_out', body: [] })),
};
