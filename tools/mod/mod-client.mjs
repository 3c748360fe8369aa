import { chatText, componentText } from './component-text.mjs';
import { loadMinecraftLibrary } from './minecraft-library.mjs';

/** Joining is up to the server behind the proxy. */
const JOIN_TIMEOUT_MS = 30_000;
/** How Velocity words that a player is on a server already. */
const ALREADY_THERE = /already connected to this server/i;
const REGISTER_CHANNELS = new Set(['minecraft:register', 'REGISTER']);

/** How Velocity words its limit of logins (`login-ratelimit`), and that no game server took the player. */
const TOO_FAST = /logging in too fast/i;
const NO_SERVER = /unable to connect|no available servers/i;
const NO_SERVER_HINT =
  '\nA game server has to run behind the proxy, under [servers] and try of its velocity.toml: players, and so mods, can only ask once one has let them in.';

/** The proxy could not be asked, or did not answer. The message is for the user. */
export class ConnectionTrouble extends Error {}

/**
 * The proxy lets the same address log in again only after a pause (Velocity: `login-ratelimit`, 3 seconds by
 * default).
 */
export class LoginThrottled extends ConnectionTrouble {}

/** @returns {string[]} versions of Minecraft that can be played, oldest first */
export function supportedVersions() {
  return loadMinecraftLibrary().protocol.supportedVersions;
}

/**
 * @typedef {object} Question
 * @property {string} host
 * @property {number} port
 * @property {string} version of Minecraft
 * @property {string} username
 * @property {string} channel
 * @property {string} text the packet
 * @property {string} [server] the game server to be on when asking
 * @property {number} timeoutMs for the announcement, and for the answer
 * @property {(line: string) => void} onStep called with what happens
 */

/**
 * Joins, and stays until `leave` is called.
 * @param {Omit<Question, 'channel' | 'text'>} visit
 * @param {(packet: any, meta: { name: string }) => void} onPacket
 * @returns {Promise<{ client: any, trouble: Promise<never>, leave: () => void }>} `trouble`
 * is rejected where the connection ends
 * @throws {ConnectionTrouble}
 */
export async function joinAsClient(visit, onPacket) {
  const { host, port, version, username, onStep } = visit;
  const { protocol } = loadMinecraftLibrary();
  const client = protocol.createClient({ host, port, version, username, auth: 'offline', hideErrors: true });
  client.on('packet', onPacket);
  const heard = listen(client, { ...visit, channel: '' });
  try {
    await heard.step(heard.joined, `${host}:${port} does not let ${username} in`, JOIN_TIMEOUT_MS);
  } catch (error) {
    client.end('done');
    throw error;
  }
  onStep(`joined ${host}:${port} as ${username}, with Minecraft ${version}`);
  return {
    client,
    trouble: heard.trouble,
    leave: () => client.end('done'),
  };
}

/**
 * Does what a mod does: joins, waits for JoinGame and the announcement of the channel, asks once, and leaves.
 * @param {Question} question
 * @returns {Promise<{ text: string, afterMs: number }>} the answer as it came
 * @throws {ConnectionTrouble}
 */
export async function askAsMod(question) {
  const { host, port, version, username, channel, onStep } = question;
  const { protocol } = loadMinecraftLibrary();
  const client = protocol.createClient({ host, port, version, username, auth: 'offline', hideErrors: true });
  const heard = listen(client, question);
  try {
    await heard.step(heard.joined, `${host}:${port} does not let ${username} in`, JOIN_TIMEOUT_MS);
    onStep(`joined ${host}:${port} as ${username}, with Minecraft ${version}`);
    await heard.step(heard.announced, () => notAnnounced(channel, heard.announcedChannels));
    onStep(`the proxy announces ${channel}`);
    if (question.server !== undefined) await moveTo(client, heard, question);
    const answer = heard.nextAnswer(idOf(question.text));
    const askedAt = performance.now();
    client.write('custom_payload', { channel, data: Buffer.from(question.text) });
    onStep(`> ${shorten(question.text)}`);
    const text = await heard.step(answer, () => notAnswered(version, channel));
    return { text, afterMs: performance.now() - askedAt };
  } finally {
    client.end('done');
  }
}

/** As a player does who types `/server`. */
async function moveTo(client, heard, { server, username, onStep }) {
  let said = '';
  const moved = new Promise((resolve) => {
    client.once('login', resolve);
    client.on('packet', (packet, { name }) => {
      said = chatText(name, packet)?.trim() ?? said;
      if (ALREADY_THERE.test(said)) resolve();
    });
  });
  const line = `/server ${server}`;
  if (client.chat === undefined) client.write('chat', { message: line });
  else client.chat(line);
  await heard.step(moved, () => notMoved(server, username, said));
  onStep(`${username} is on ${server}`);
}

function notMoved(server, username, said) {
  const reason = said === '' ? '' : ` and says: ${said}`;
  const question = 'is it under [servers] of velocity.toml, and may players use /server?';
  return `the proxy does not move ${username} to ${server}${reason}: ${question}`;
}

function listen(client, { host, port, channel, timeoutMs }) {
  const announcedChannels = new Set();
  let announce;
  let take = () => {};
  const announced = new Promise((resolve) => (announce = resolve));
  const joined = new Promise((resolve) => client.once('login', resolve));
  const trouble = new Promise((_resolve, reject) => {
    const fail = (message) => reject(new ConnectionTrouble(message));
    client.on('error', (error) => fail(explainError(error, host, port)));
    for (const name of ['disconnect', 'kick_disconnect'])
      client.on(name, ({ reason }) => reject(explainKick(reason)));
    client.on('end', () => fail('the proxy has closed the connection'));
  });
  trouble.catch(() => {}); // It may come after everything was answered.
  // Before the library's own listeners, which replace the bytes of some channels.
  client.on('packet', (packet, { name }) => {
    if (name !== 'custom_payload') return;
    if (packet.channel === channel) take(packet.data.toString('utf8'));
    if (!REGISTER_CHANNELS.has(packet.channel)) return;
    for (const registered of packet.data.toString('utf8').split('\0')) announcedChannels.add(registered);
    if (announcedChannels.has(channel)) announce();
  });
  return {
    joined,
    announced,
    announcedChannels,
    trouble,
    /** @param {string | undefined} id others on the channel belong to other questions; undefined takes any */
    nextAnswer: (id) =>
      new Promise((resolve) => {
        take = (text) => (id === undefined || idOf(text) === id) && resolve(text);
      }),
    async step(expected, problem, patienceMs = timeoutMs) {
      let timer;
      const late = new Promise((_resolve, reject) => {
        const text = () => (typeof problem === 'string' ? problem : problem());
        const fail = () => reject(new ConnectionTrouble(`${text()} (waited ${patienceMs / 1000} s)`));
        timer = setTimeout(fail, patienceMs);
      });
      try {
        return await Promise.race([expected, trouble, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** @returns {string | undefined} of a packet that has one */
function idOf(text) {
  try {
    const id = JSON.parse(text)?.id;
    return typeof id === 'string' && id !== '' ? id : undefined;
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
    : 'no answer: requests are dropped while a server is being joined, or past the flood guard';
}

/** What the proxy gave as its reason, and what to do about it. */
function explainKick(reason) {
  const text = componentText(reason).trim() || 'without a reason';
  if (TOO_FAST.test(text)) return new LoginThrottled(`the proxy closed the connection: ${text}`);
  const hint = NO_SERVER.test(text) ? NO_SERVER_HINT : '';
  return new ConnectionTrouble(`the proxy closed the connection: ${text}${hint}`);
}

function shorten(text) {
  return text.length <= 200 ? text : `${text.slice(0, 200)}… (${Buffer.byteLength(text)} bytes)`;
}
