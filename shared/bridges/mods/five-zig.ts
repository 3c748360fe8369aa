import type { Bridge } from '../bridge.ts';
import { DETECTED_CHANNEL } from '../bridge.ts';

/** Bits of one byte. A set bit disables a display. Bit 0x10, the health of entities, does nothing. */
const BITS: Readonly<Record<string, number>> = {
  'potion-hud': 0x01,
  'potion-indicator': 0x02,
  armour: 0x04,
  saturation: 0x08,
  'auto-reconnect': 0x20,
};
/** The channel of the reborn mod and of the original since Minecraft 1.13, and of both before. */
const CHANNELS = ['the5zigmod:5zig_set', '5zig:set', '5zig_Set'];

/** Minecraft 1.16 and before. */
export const FIVE_ZIG: Bridge = {
  name: '5zig',
  title: 'The 5zig Mod',
  handshake: {
    channels: CHANNELS,
    read: (body) => (body.length > 0 ? 'detected' : undefined),
  },
  controls: {
    'potion-hud': [],
    'potion-indicator': [],
    armour: [],
    saturation: ['saturation-display'],
    'auto-reconnect': [],
  },
  unblocking: 'at once',
  formatOf: DETECTED_CHANNEL,
  render: ({ blocked }, channel) => {
    const bits = blocked.reduce((sum, control) => sum | (BITS[control] ?? 0), 0);
    return [{ channel, body: [bits] }];
  },
};
