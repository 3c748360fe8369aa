import { chatText, componentText } from './component-text.mjs';
import { loadMinecraftLibrary } from './minecraft-library.mjs';

/** The shortest deadline of joining, in milliseconds: it also depends on the server behind the proxy. */
const MIN_JOIN_TIMEOUT_MS = 30_000;
/** Velocity's message for a player who is already on the server. */
const ALREADY_THERE = /already connected to this server/i;
const REGISTER_CHANNELS = new Set(['minecraft:register', 'REGISTER']);

/**
 * Velocity's messages for its limit of logins (`login-ratelimit`), and for a player whom no game server
 * accepted.
 */
const TOO_FAST = /logging in too fast/i;
const NO_SERVER = /unable to connect|no available servers/i;
const NO_SERVER_HINT =
  '\nA game server has to run behind the proxy, under [servers] and try of its velocity.toml: players, and so mods, can only send requests once a server has accepted them.';

/** The proxy could not be reached, or did not answer. The message is shown to the user. */
export class ConnectionFailure extends Error {}

/**
 * The proxy rejected the login because the same address logged in shortly before (Velocity:
 * `login-ratelimit`, 3 seconds by default).
 */
export class LoginThrottled extends ConnectionFailure {}

/** @returns {string[]} supported versions of Minecraft, oldest first */
export function supportedVersions() {
  return loadMinecraftLibrary().protocol.supportedVersions;
}

/**
 * @typedef {object} ModRequest
 * @property {string} host
 * @property {number} port
 * @property {string} version of Minecraft
 * @property {string} username
 * @property {string} channel
 * @property {string} text the packet
 * @property {boolean} [isRaw] whether the proxy may be unable to read the packet, and answer with the id ''
 * @property {string} [server] the game server to move to before the request
 * @property {number} timeoutMs deadline of the announcement, and of the answer; if longer than 30 s, also of
 * joining
 * @property {(line: string) => void} onStep called with a line about each step
 */

/**
 * Joins, and stays until `leave` is called.
 * @param {Omit<ModRequest, 'channel' | 'text'>} visit
 * @param {(packet: any, meta: { name: string }) => void} onPacket
 * @returns {Promise<{ client: any, failure: Promise<never>, leave: () => void }>} `failure` rejects when the
 * connection ends
 * @throws {ConnectionFailure}
 */
export async function joinAsClient(visit, onPacket) {
  const { host, port, version, username, timeoutMs, onStep } = visit;
  const { protocol } = loadMinecraftLibrary();
  const client = protocol.createClient({ host, port, version, username, auth: 'offline', hideErrors: true });
  client.on('packet', onPacket);
  const events = listen(client, { ...visit, channel: '' });
  try {
    await events.step(
      events.joined,
      `${host}:${port} does not let ${username} in`,
      deadlineOfJoining(timeoutMs),
    );
  } catch (error) {
    client.end('done');
    throw error;
  }
  onStep(`joined ${host}:${port} as ${username}, with Minecraft ${version}`);
  return {
    client,
    failure: events.failure,
    leave: () => client.end('done'),
  };
}

/**
 * Acts like a mod: joins, waits for JoinGame and the announcement of the channel, sends one request, and
 * leaves.
 * @param {ModRequest} request
 * @returns {Promise<{ text: string, afterMs: number }>} the raw answer
 * @throws {ConnectionFailure}
 */
export async function requestAsMod(request) {
  const { host, port, version, username, channel, timeoutMs, onStep } = request;
  const { protocol } = loadMinecraftLibrary();
  const client = protocol.createClient({ host, port, version, username, auth: 'offline', hideErrors: true });
  const events = listen(client, request);
  try {
    await events.step(
      events.joined,
      `${host}:${port} does not let ${username} in`,
      deadlineOfJoining(timeoutMs),
    );
    onStep(`joined ${host}:${port} as ${username}, with Minecraft ${version}`);
    await events.step(events.announced, () => notAnnounced(channel, events.announcedChannels));
    onStep(`the proxy announces ${channel}`);
    if (request.server !== undefined) await moveTo(client, events, request);
    const answer = events.nextAnswer([idOf(request.text), ...(request.isRaw ? [''] : [])]);
    const sentAt = performance.now();
    client.write('custom_payload', { channel, data: Buffer.from(request.text) });
    onStep(`> ${shorten(request.text)}`);
    const text = await events.step(answer, () => notAnswered(version, channel));
    return { text, afterMs: performance.now() - sentAt };
  } finally {
    client.end('done');
  }
}

/** Moves to the server with the command `/server`, like a player. */
async function moveTo(client, events, { server, username, onStep }) {
  let reply = '';
  const moved = new Promise((resolve) => {
    client.once('login', resolve);
    client.on('packet', (packet, { name }) => {
      reply = chatText(name, packet)?.trim() ?? reply;
      if (ALREADY_THERE.test(reply)) resolve();
    });
  });
  const line = `/server ${server}`;
  if (client.chat === undefined) client.write('chat', { message: line });
  else client.chat(line);
  await events.step(moved, () => notMoved(server, username, reply));
  onStep(`${username} is on ${server}`);
}

function notMoved(server, username, reply) {
  const reason = reply === '' ? '' : `; its reply: ${reply}`;
  const hint = 'is it under [servers] of velocity.toml, and may players use /server?';
  return `the proxy does not move ${username} to ${server}${reason}: ${hint}`;
}

function deadlineOfJoining(timeoutMs) {
  return Math.max(MIN_JOIN_TIMEOUT_MS, timeoutMs);
}

function listen(client, { host, port, channel, timeoutMs }) {
  const announcedChannels = new Set();
  let announce;
  let onText = () => {};
  const announced = new Promise((resolve) => (announce = resolve));
  const joined = new Promise((resolve) => client.once('login', resolve));
  const failure = new Promise((_resolve, reject) => {
    const fail = (message) => reject(new ConnectionFailure(message));
    client.on('error', (error) => fail(explainError(error, host, port)));
    for (const name of ['disconnect', 'kick_disconnect'])
      client.on(name, ({ reason }) => reject(explainKick(reason)));
    client.on('end', () => fail('the proxy has closed the connection'));
  });
  failure.catch(() => {}); // It may reject after the answer has arrived.
  // Registered before the library's own listeners, which replace the bytes of some channels.
  client.on('packet', (packet, { name }) => {
    if (name !== 'custom_payload') return;
    if (packet.channel === channel) onText(packet.data.toString('utf8'));
    if (!REGISTER_CHANNELS.has(packet.channel)) return;
    for (const registered of packet.data.toString('utf8').split('\0')) announcedChannels.add(registered);
    if (announcedChannels.has(channel)) announce();
  });
  return {
    joined,
    announced,
    announcedChannels,
    failure,
    /** @param {(string | undefined)[]} ids other answers are ignored; undefined accepts any answer */
    nextAnswer: (ids) =>
      new Promise((resolve) => {
        onText = (text) => (ids.includes(undefined) || ids.includes(idOf(text))) && resolve(text);
      }),
    async step(expected, problem, limitMs = timeoutMs) {
      let timer;
      const timedOut = new Promise((_resolve, reject) => {
        const text = () => (typeof problem === 'string' ? problem : problem());
        const fail = () => reject(new ConnectionFailure(`${text()} (waited ${limitMs / 1000} s)`));
        timer = setTimeout(fail, limitMs);
      });
      try {
        return await Promise.race([expected, failure, timedOut]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** @returns {string | undefined} the id of a packet, if it has one */
function idOf(text) {
  try {
    const id = JSON.parse(text)?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

function explainError(error, host, port) {
  if (error.code === 'ECONNREFUSED')
    return `nothing listens on ${host}:${port}: start the proxy (npm start), or give its --port`;
  return `the connection to ${host}:${port} failed: ${error.message.split('\n')[0]}`;
}

function notAnnounced(channel, announcedChannels) {
  const others = [...announcedChannels].join(', ') || 'nothing';
  return `the proxy does not announce ${channel}, but ${others}: is the plugin in it, with this --namespace?`;
}

function notAnswered(version, channel) {
  const old = /^1\.([7-9]|1[0-2])(\.|$)/.test(version);
  return old && channel.length > 20
    ? `no answer: before 1.13, clients are served only on channels of at most 20 characters, and ${channel} has ${channel.length}`
    : 'no answer: requests are dropped while the player joins a server, or by the flood guard';
}

/** Returns the error for a kick: the proxy's reason, and a hint for the user. */
function explainKick(reason) {
  const text = componentText(reason).trim() || 'without a reason';
  if (TOO_FAST.test(text)) return new LoginThrottled(`the proxy closed the connection: ${text}`);
  const hint = NO_SERVER.test(text) ? NO_SERVER_HINT : '';
  return new ConnectionFailure(`the proxy closed the connection: ${text}${hint}`);
}

function shorten(text) {
  return text.length <= 200 ? text : `${text.slice(0, 200)}… (${Buffer.byteLength(text)} bytes)`;
}
