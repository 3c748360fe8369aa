import type { Bridge } from '../bridge.ts';

const OPT_OUT = 'marlowcrystal:opt_out';
/** The client sends its version on this channel when it joins, as VarInts; the oldest versions do not. */
const VERSION = 'marlowcrystal:version';

/**
 * Sends an empty message, which the client acknowledges and remembers until the game is restarted, or since
 * version 2.0.0 until it disconnects.
 */
export const MARLOW: Bridge = {
  name: 'marlow',
  title: 'Marlow’s Crystal Optimizer',
  handshake: {
    channels: [VERSION],
    read: ({ 0: major = 0 }) => (major >= 2 ? 'detected' : undefined),
  },
  registers: [OPT_OUT],
  sendsOn: [OPT_OUT],
  controls: { 'opt-out': ['crystal-optimizer'] },
  unblocking: 'after the player has restarted the game',
  // On Minecraft 1.21.2 to 1.21.4, the message crashes versions before 2.0.0: its CHANGELOG reports a
  // NoSuchMethodError.
  formatOf: (protocol, seenOn) =>
    seenOn !== VERSION && (protocol === 768 || protocol === 769) ? undefined : 'any',
  render: ({ blocked }) => blocked.map(() => ({ channel: OPT_OUT, body: [] })),
};
