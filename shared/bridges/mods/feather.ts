import type { Bridge, BridgeMessage, HandshakeResult } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

const CHANNEL = 'feather:client';
const PROTOCOL_VERSION = 6;
/** Ids of packets from the client, as VarInts of one byte. The reply to the handshake has the same id. */
const HANDSHAKE = 0;
const CLIENT_HELLO = 1;
/** Id of the packet that blocks or unblocks mods, and its two actions. */
const MODS_ACTION = 7;
const [BLOCK, UNBLOCK] = [0, 1];

/** Sends mods by Feather’s own names, after its handshake. */
export const FEATHER: Bridge = {
  name: 'feather',
  title: 'Feather Client',
  handshake: {
    channels: [CHANNEL],
    read: readHandshake,
    isAnswer: (body) => body[0] === HANDSHAKE,
  },
  announces: [`${CHANNEL}/frag`],
  controls: {
    waypoints: ['waypoints'],
    perspective: ['freelook'],
    snaplook: ['freelook'],
    zoom: ['zoom'],
    brightness: ['fullbright'],
    autoText: ['auto-text'],
    hitbox: ['hitboxes'],
    reachDisplay: ['reach-display'],
    damageIndicator: ['damage-indicator'],
    tnttimer: ['tnt-timer'],
    toggleSprint: ['toggle-sneak'],
    coordinates: ['coordinates'],
    saturation: ['saturation-display'],
    timeChanger: ['time-changer'],
    weatherchanger: ['weather-changer'],
    customfog: ['fog'],
    shulkertooltips: ['shulker-preview'],
  },
  nativeName: /^[A-Za-z0-9]{1,64}$/,
  unblocking: 'at once',
  render: ({ blocked, unblocked }) => [...modsAction(BLOCK, blocked), ...modsAction(UNBLOCK, unblocked)],
};

/**
 * The handshake is answered each time, because the client may repeat it after a server switch; except if the
 * backend server answers it first.
 */
function readHandshake(body: ArrayLike<number>): HandshakeResult {
  const id = body[0];
  if (id === CLIENT_HELLO) return 'detected';
  if (id !== HANDSHAKE) return undefined;
  return new MinecraftBytes().varInt(HANDSHAKE).varInt(PROTOCOL_VERSION).on(CHANNEL);
}

function modsAction(action: number, mods: readonly string[]): BridgeMessage[] {
  if (mods.length === 0) return [];
  const body = new MinecraftBytes()
    .varInt(MODS_ACTION)
    .varInt(action)
    .list(mods, (bytes, mod) => bytes.utf(mod));
  return [body.on(CHANNEL)];
}
