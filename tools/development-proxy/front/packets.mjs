/** The few packets that a server has to say, in the form that each version of the protocol wants. */

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

/** Without a place to stand a client of a player would load for ever. */
export function positionPacket(data) {
  const flags = data.version.version >= 766 ? {} : 0;
  return { ...EMPTY_WORLD, flags, teleportId: 1, dismountVehicle: false };
}

/** Moves a client to another world, as a switch of servers does for clients that stay in PLAY. */
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
 * Closes a connection, and tells the client why where its phase has a packet for that.
 * @param {any} client of minecraft-protocol
 * @param {any} data
 * @param {string} text
 */
export function sendAway(client, data, text) {
  const json = JSON.stringify({ text });
  const reason = data.supportFeature('chatPacketsUseNbtComponents') ? nbtText(text) : json;
  if (client.state === 'play') client.write('kick_disconnect', { reason });
  if (client.state === 'configuration') client.write('disconnect', { reason });
  if (client.state === 'login') client.write('disconnect', { reason: json });
  // The library's own `end` says it again, in the form of another version.
  client._end(text);
}

/** Colours are left out: the stand-in's players read terminals. */
function nbtText(text) {
  return { type: 'compound', value: { text: { type: 'string', value: text } } };
}
