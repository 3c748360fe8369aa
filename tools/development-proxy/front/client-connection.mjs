import { setTimeout as delay } from 'node:timers/promises';
import {
  chatPacket,
  loginPacket,
  positionPacket,
  registryPackets,
  respawnPacket,
  disconnect,
} from './packets.mjs';

const KEEP_ALIVE_MS = 10_000;
const SILENCE_LIMIT_MS = 30_000;
/** Between the announcement and JoinGame, since Minecraft 1.20.2: fact 19. */
const JOIN_GAME_DELAY_MS = 5;

/** Takes one Minecraft client through login, configuration and play, in step with its player in the JVM. */
export class ClientConnection {
  #client;
  #data;
  #host;
  #keepAlive;
  #lastKeepAliveAt = Date.now();
  #ended = false;

  /**
   * @param {any} client of minecraft-protocol, logged in
   * @param {{ data: any, host: import('../host-process.mjs').HostProcess }} context
   */
  constructor(client, { data, host }) {
    this.#client = client;
    this.#data = data;
    this.#host = host;
    client.on('end', () => this.#end());
    // Registered before the library's own listeners, which replace the bytes of some channels.
    client.on('packet', ({ channel, data: bytes }, { name }) => {
      if (name === 'custom_payload') this.#forward(channel, bytes);
    });
    client.on('keep_alive', () => (this.#lastKeepAliveAt = Date.now()));
    client.on('chat_command', ({ command }) => this.#command(command));
    client.on('chat_command_signed', ({ command }) => this.#command(command));
    client.on('chat', ({ message }) => message?.startsWith('/') && this.#command(message.slice(1)));
    this.#keepAlive = setInterval(() => this.#checkAlive(), KEEP_ALIVE_MS);
  }

  get uuid() {
    return this.#client.uuid;
  }

  get name() {
    return this.#client.username;
  }

  /** Takes the client from the end of its login into the game. */
  async start() {
    const configured = this.#hasConfiguration() ? this.#once('login_acknowledged') : undefined;
    await this.#request('join', { name: this.name, protocol: this.#data.version.version });
    if (configured !== undefined) {
      await configured;
      await this.#configure();
    } else {
      this.#client.state = 'play';
    }
    await this.#enterWorld();
  }

  /** Switches the client to another backend server. */
  async switchTo(server) {
    await this.#request('startSwitch', { server });
    if (this.#hasConfiguration()) {
      const acknowledged = this.#once('configuration_acknowledged');
      this.#client.write('start_configuration', {});
      await acknowledged;
      await this.#request('acknowledgeConfiguration');
      await this.#configure();
    }
    await this.#enterWorld();
    const respawn = respawnPacket(this.#data);
    if (respawn !== undefined) this.#client.write('respawn', respawn);
  }

  /**
   * Handles an event of the JVM.
   * @param {import('../host-process.mjs').HostEvent} event about this player
   */
  handleEvent(event) {
    if (event.event === 'closed') {
      this.close(event.reason);
    } else if (event.event === 'chat') {
      this.#client.write(...chatPacket(this.#data, event));
    } else if (event.event === 'toClient') {
      const data = Buffer.from(event.data, 'base64');
      this.#client.write('custom_payload', { channel: event.channel, data });
    }
  }

  /** @param {string} reason shown to the player */
  close(reason) {
    disconnect(this.#client, this.#data, reason);
  }

  async #configure() {
    this.#client.state = 'configuration';
    for (const packet of registryPackets(this.#data)) this.#client.write('registry_data', packet);
    const finished = this.#once('finish_configuration');
    this.#client.write('finish_configuration', {});
    await finished;
    this.#client.state = 'play';
    await this.#request('finishConfiguration');
    await delay(JOIN_GAME_DELAY_MS);
  }

  async #enterWorld() {
    await this.#request('arrive');
    this.#client.write('login', loginPacket(this.#data, this.#client.id));
    this.#client.write('position', positionPacket(this.#data));
  }

  #hasConfiguration() {
    return this.#data.supportFeature('hasConfigurationState');
  }

  #forward(channel, bytes) {
    // It fails only if the player has left.
    void this.#request('send', { channel, data: bytes.toString('base64') }).catch(() => {});
  }

  async #command(line) {
    const [, server] = /^server (\S+)$/.exec(line) ?? [];
    if (server !== undefined) return await this.switchTo(server).catch(() => {}); // The player has left.
    const known = await this.#request('command', { line }).catch(() => true); // The player has left.
    if (!known)
      this.handleEvent({ event: 'chat', text: 'Unknown command', component: { text: 'Unknown command' } });
  }

  #checkAlive() {
    if (this.#client.state !== 'play') return;
    if (Date.now() - this.#lastKeepAliveAt > SILENCE_LIMIT_MS) this.close('Timed out');
    else this.#client.write('keep_alive', { keepAliveId: Math.floor(Math.random() * 2 ** 31) });
  }

  #end() {
    this.#ended = true;
    clearInterval(this.#keepAlive);
    void this.#request('disconnect').catch(() => {}); // Fails if the proxy has closed the connection.
  }

  async #request(op, details = {}) {
    return await this.#host.request(op, { player: this.uuid, ...details });
  }

  /** Waits for a packet. Never resolves for a client that leaves. */
  async #once(packet) {
    await new Promise((resolve) => {
      if (!this.#ended) this.#client.once(packet, resolve);
    });
  }
}
