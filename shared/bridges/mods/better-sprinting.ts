import type { Bridge } from '../bridge.ts';
import { DETECTED_CHANNEL } from '../bridge.ts';

/** The names of the channel: since Minecraft 1.13, and before 1.13. */
const CHANNELS = ['bsm:settings', 'BSM'];
const [DISABLE, ENABLE] = [1, 2];

/** Disables or enables the whole mod. Minecraft 1.16 and before. */
export const BETTER_SPRINTING: Bridge = {
  name: 'better-sprinting',
  title: 'Better Sprinting',
  handshake: {
    channels: CHANNELS,
    read: (body) => (body.length === 2 && body[0] === 0 ? 'detected' : undefined),
  },
  controls: { 'better-sprinting': [] },
  unblocking: 'at once',
  formatOf: DETECTED_CHANNEL,
  render: ({ blocked }, channel) => [{ channel, body: [blocked.length > 0 ? DISABLE : ENABLE] }],
};
