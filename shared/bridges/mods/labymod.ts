import type { Bridge, BridgeMessage, BridgeState, HandshakeResult } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

const CHANNEL = 'labymod:neo';
/** Packet ids, as VarInts: the first has one byte. */
const VERSION_LOGIN = 0;
const PERMISSION = 10;
const ADDON_DISABLE = 24;
/** Prefix of controls that are a whole addon; the others are permissions. */
const ADDON = 'addon:';
/** Permissions that a player does not have unless the server grants them. Unblocking must not grant them. */
const DENIED_BY_DEFAULT: readonly string[] = [
  'improved_lava',
  'crosshair_sync',
  'refill_fix',
  'range',
  'slowdown',
  'entity_marker',
];

/**
 * Sends permissions and addons in LabyMod 4’s own protocol. The handshake also reaches the backend servers.
 */
export const LABYMOD: Bridge = {
  name: 'labymod',
  title: 'LabyMod 4',
  handshake: { channels: [CHANNEL], read: readHandshake },
  vendorPlugins: ['labymod-server-api'],
  controls: {
    [`${ADDON}labysminimap`]: ['minimap'],
    [`${ADDON}labyswaypoints`]: ['waypoints'],
    better_perspective_unlock_camera: ['freelook'],
    chat_autotext: ['auto-text'],
    [`${ADDON}damageindicator`]: ['damage-indicator'],
    tnttimer: ['tnt-timer'],
    [`${ADDON}togglesneak`]: ['toggle-sneak'],
    saturation_bar: ['saturation-display'],
    [`${ADDON}fogcustomizer`]: ['fog'],
  },
  nativeName: /^(?:addon:)?[a-z0-9_-]{1,64}$/,
  unblocking: 'at once',
  render: (state) => [
    ...permissions(state),
    ...addons(state.blocked, true),
    ...addons(state.unblocked, false),
  ],
};

function readHandshake(body: ArrayLike<number>): HandshakeResult {
  return body[0] === VERSION_LOGIN ? 'detected' : undefined;
}

function permissions({ blocked, unblocked }: BridgeState): BridgeMessage[] {
  const named = [...blocked, ...unblocked].filter((control) => !control.startsWith(ADDON));
  if (named.length === 0) return [];
  const body = new MinecraftBytes()
    .varInt(PERMISSION)
    .list(named, (bytes, name) =>
      bytes.utf(name).bool(unblocked.includes(name) && !DENIED_BY_DEFAULT.includes(name)),
    );
  return [body.on(CHANNEL)];
}

function addons(controls: readonly string[], isDisabled: boolean): BridgeMessage[] {
  const named = controls.filter((control) => control.startsWith(ADDON));
  if (named.length === 0) return [];
  const body = new MinecraftBytes()
    .varInt(ADDON_DISABLE)
    .bool(isDisabled)
    .list(named, (bytes, control) => bytes.utf(control.slice(ADDON.length)));
  return [body.on(CHANNEL)];
}
