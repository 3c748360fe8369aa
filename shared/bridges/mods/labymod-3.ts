import { encodeUtf8 } from '../../encode-utf8.ts';
import type { Bridge, HandshakeResult } from '../bridge.ts';
import { DETECTED_CHANNEL } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/** The names of the channel: since LabyMod 3.8, and before 3.8. */
const CHANNELS = ['labymod3:main', 'LMC'];
/** Permissions that a player does not have unless the server grants them. Unblocking must not grant them. */
const DENIED_BY_DEFAULT: readonly string[] = [
  'IMPROVED_LAVA',
  'CROSSHAIR_SYNC',
  'REFILL_FIX',
  'RANGE',
  'SLOWDOWN',
];

/**
 * Sends permissions as JSON, on the channel of the client's handshake, whose name depends on the mod's
 * version.
 */
export const LABYMOD_3: Bridge = {
  name: 'labymod-3',
  title: 'LabyMod 3',
  handshake: { channels: CHANNELS, read: readHandshake },
  controls: { SATURATION_BAR: ['saturation-display'] },
  nativeName: /^[A-Z][A-Z_]{1,63}$/,
  unblocking: 'at once',
  formatOf: DETECTED_CHANNEL,
  render: ({ blocked, unblocked }, channel) => {
    const allowed = [...blocked, ...unblocked].map((name) => [
      name,
      unblocked.includes(name) && !DENIED_BY_DEFAULT.includes(name),
    ]);
    const json = JSON.stringify(Object.fromEntries(allowed));
    return [new MinecraftBytes().utf('PERMISSIONS').utf(json).on(channel)];
  },
};

/** The handshake begins with a text: its length, and `INFO`. */
function readHandshake(body: ArrayLike<number>): HandshakeResult {
  const expected = [4, ...encodeUtf8('INFO')];
  return expected.every((byte, index) => byte === body[index]) ? 'detected' : undefined;
}
