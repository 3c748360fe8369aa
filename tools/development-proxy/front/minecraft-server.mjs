import { once } from 'node:events';
import { loadMinecraftLibrary } from '../../mod/minecraft-library.mjs';
import { disconnect } from './packets.mjs';

/**
 * Starts a Minecraft server on loopback, in offline mode, for every version that the library supports.
 * `onLogin` handles a client after its login.
 * @param {{ port: number, motd: string, onLogin: (client: any, data: any) => void }} options `port` 0: any
 * free one
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 * @throws {Error} if the port is taken
 */
export async function startMinecraftServer({ port, motd, onLogin }) {
  const { protocol, dataOf } = loadMinecraftLibrary();
  const server = protocol.createServer({
    host: '127.0.0.1',
    port,
    motd,
    version: false,
    'online-mode': false,
    keepAlive: false,
    hideErrors: true,
    errorHandler: (client) => client.socket.destroy(),
  });
  server.on('login', (client) => {
    // The library would end the configuration phase immediately, with the registries of one version for all
    // clients.
    client.removeAllListeners('login_acknowledged');
    onLogin(client, dataOf(client.protocolVersion));
  });
  await once(server, 'listening');
  return {
    port: server.socketServer.address().port,
    async close() {
      const closed = once(server, 'close');
      server.socketServer.close();
      for (const client of Object.values(server.clients)) {
        disconnect(client, dataOf(client.version), 'Proxy shutting down.');
        client.socket.destroySoon();
      }
      await closed;
    },
  };
}
