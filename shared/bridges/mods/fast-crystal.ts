import type { Bridge } from '../bridge.ts';

/** Sends an empty message, which the client remembers until it disconnects. */
export const FAST_CRYSTAL: Bridge = {
  name: 'fast-crystal',
  title: 'FastCrystal',
  registers: ['fastcrystal:disable_fast_crystal'],
  controls: { 'fast-crystal': ['crystal-optimizer'] },
  unblocking: 'after the player has logged in again',
  render: ({ blocked }) => blocked.map(() => ({ channel: 'fastcrystal:disable_fast_crystal', body: [] })),
};
