/** The few packets that a server must send, in the format of each protocol version. */

const EMPTY_WORLD = { x: 0, y: 64, z: 0, dx: 0, dy: 0, dz: 0, yaw: 0, pitch: 0, onGround: false };
const FIRST_WITH_CODEC = 735;

/**
 * @param {any} data of the client's version, from minecraft-data
 * @param {number} entityId
 */
export function loginPacket(data, entityId) {
  if (data.loginPacket !== undefined) return { ...data.loginPacket, entityId, enforcesSecureChat: false };
  return {
    entityId,
    gameMode: 1,
    dimension: 0,
    difficulty: 2,
    hashedSeed: [0, 0],
    maxPlayers: 20,
    levelType: 'default',
    viewDistance: 8,
    reducedDebugInfo: false,
    enableRespawnScreen: true,
  };
}

/** Without a position, a player's client would stay on its loading screen. */
export function positionPacket(data) {
  const flags = data.version.version >= 766 ? {} : 0;
  return { ...EMPTY_WORLD, flags, teleportId: 1, dismountVehicle: false };
}

/** Moves a client to another world, as in a server switch of clients that stay in PLAY. */
export function respawnPacket(data) {
  if (data.version.version >= FIRST_WITH_CODEC) return undefined;
  return { dimension: -1, hashedSeed: [0, 0], difficulty: 2, gamemode: 1, levelType: 'default' };
}

/** @returns {object[]} the `registry_data` packets of the configuration phase */
export function registryPackets(data) {
  const codec = data.loginPacket?.dimensionCodec ?? {};
  return data.supportFeature('segmentedRegistryCodecData') ? Object.values(codec) : [{ codec }];
}

/**
 * @param {any} data
 * @param {{ text: string, component: object }} message as plain text and as a JSON component
 * @returns {[name: string, packet: object]}
 */
export function chatPacket(data, { text, component }) {
  const version = data.version.version;
  const json = JSON.stringify(component);
  if (version < 759) return ['chat', { message: json, position: 1, sender: '0' }];
  const content = data.supportFeature('chatPacketsUseNbtComponents') ? nbtText(text) : json;
  return ['system_chat', { content, isActionBar: false, type: 1 }];
}

/**
 * Closes a connection. If the client's phase has a packet for the reason, sends it.
 * @param {any} client of minecraft-protocol
 * @param {any} data
 * @param {string} text
 */
export function disconnect(client, data, text) {
  const json = JSON.stringify({ text });
  const reason = data.supportFeature('chatPacketsUseNbtComponents') ? nbtText(text) : json;
  if (client.state === 'play') client.write('kick_disconnect', { reason });
  if (client.state === 'configuration') client.write('disconnect', { reason });
  if (client.state === 'login') client.write('disconnect', { reason: json });
  // The library's own `end` would send the reason again, in the format of another version.
  client._end(text);
}

/** Encodes a text without colours, as the stand-in's clients print to terminals. */
function nbtText(text) {
  return { type: 'compound', value: { text: { type: 'string', value: text } } };
}
