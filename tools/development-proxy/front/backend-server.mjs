import { setTimeout as delay } from 'node:timers/promises';
import { startMinecraftServer } from './minecraft-server.mjs';
import { loginPacket, positionPacket, registryPackets } from './packets.mjs';

const KEEP_ALIVE_MS = 10_000;

/**
 * @typedef {object} BackendPlayer
 * @property {string} name
 * @property {string} uuid
 * @property {number} protocol the number of the client's version
 * @property {(channel: string, bytes: Uint8Array) => void} send sends a plugin message to the client
 * @property {(during: () => Promise<void>) => Promise<void>} configureAgain sends a client since 1.20.2 from
 * the game through the configuration phase again; `during` is called in that phase
 */

/**
 * Starts a small Minecraft server as a backend of a real Velocity: an empty world on loopback.
 * @param {object} options
 * @param {number} options.port 0: any free one
 * @param {number} [options.joinDelayMs] delay before it accepts a player, in milliseconds
 * @param {(player: BackendPlayer) => void} [options.onConnecting] called before a player is accepted
 * @param {(player: BackendPlayer) => void} [options.onPlay] called when a player is in PLAY, before JoinGame
 * @param {(player: BackendPlayer) => void} [options.onJoin] called when a player was accepted
 * @param {(player: BackendPlayer, reason: string) => void} [options.onLeave]
 * @param {(player: BackendPlayer, message: { state: string, channel: string, bytes: Buffer }) => void}
 * [options.onMessage]
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startBackend({
  port,
  joinDelayMs = 0,
  onConnecting = () => {},
  onPlay = () => {},
  onJoin = () => {},
  onLeave = () => {},
  onMessage = () => {},
}) {
  const server = await startMinecraftServer({
    port,
    motd: 'feature-control, backend',
    onLogin(client, data) {
      const player = playerOf(client, data, onMessage);
      const keepAlive = setInterval(() => {
        if (client.state === 'play') client.write('keep_alive', { keepAliveId: 1 });
      }, KEEP_ALIVE_MS);
      client.once('end', (reason) => {
        clearInterval(keepAlive);
        onLeave(player, reason);
      });
      const events = { onConnecting: () => onConnecting(player), onPlay: () => onPlay(player) };
      void acceptPlayer(client, data, events, joinDelayMs).then(() => onJoin(player));
    },
  });
  return { port: server.port, close: () => server.close() };
}

function playerOf(client, data, onMessage) {
  const player = {
    name: client.username,
    uuid: client.uuid,
    protocol: client.protocolVersion,
    send: (channel, bytes) => client.write('custom_payload', { channel, data: Buffer.from(bytes) }),
    async configureAgain(during) {
      const acknowledged = nextPacket(client, 'configuration_acknowledged');
      client.write('start_configuration', {});
      await acknowledged;
      await configure(client, data, during);
      enterWorld(client, data);
    },
  };
  client.on('packet', (packet, { name, state }) => {
    if (name !== 'custom_payload') return;
    onMessage(player, { state, channel: packet.channel, bytes: packet.data });
  });
  return player;
}

async function acceptPlayer(client, data, { onConnecting, onPlay }, joinDelayMs) {
  const accept = async () => {
    onConnecting();
    await delay(joinDelayMs);
  };
  if (data.supportFeature('hasConfigurationState')) {
    await nextPacket(client, 'login_acknowledged');
    await configure(client, data, accept);
  } else {
    client.state = 'play';
    await accept();
  }
  onPlay();
  enterWorld(client, data);
}

async function configure(client, data, during) {
  client.state = 'configuration';
  for (const packet of registryPackets(data)) client.write('registry_data', packet);
  await during();
  const finished = nextPacket(client, 'finish_configuration');
  client.write('finish_configuration', {});
  await finished;
  client.state = 'play';
}

function enterWorld(client, data) {
  client.write('login', loginPacket(data, client.id));
  client.write('position', positionPacket(data));
}

async function nextPacket(client, name) {
  await new Promise((resolve) => client.once(name, resolve));
}
