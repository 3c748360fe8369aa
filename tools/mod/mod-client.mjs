import { setTimeout as delay } from 'node:timers/promises';
import { loadMinecraftLibrary } from './minecraft-library.mjs';
import { ModPlayer } from './mod-player.mjs';

/** The shortest deadline of joining, in milliseconds: it also depends on the server behind the proxy. */
const MIN_JOIN_TIMEOUT_MS = 30_000;
/** Velocity's message for a player who is already on the server. */
const ALREADY_THERE = /already connected to this server/i;

/** Velocity's message for its limit of logins per address, and slightly more than its default. */
const TOO_FAST = /logging in too fast/i;
const LOGIN_PAUSE_MS = 3500;
const MAX_LOGINS = 4;

/** Velocity's messages for a player whom no game server accepted. */
const NO_SERVER = /unable to connect|no available servers/i;
const NO_SERVER_HINT =
  '\nA game server has to run behind the proxy, under [servers] and try of its velocity.toml: players, and so mods, can only send requests once a server has accepted them.';

/** The proxy could not be reached, or did not answer. The message is shown to the user. */
export class ConnectionFailure extends Error {}

/** @returns {string[]} versions of Minecraft that the library's data describes, oldest first */
export function supportedVersions() {
  const { protocol, dataOf } = loadMinecraftLibrary();
  const known = dataOf.supportedVersions.pc;
  const newest = protocol.supportedVersions.at(-1);
  return [...protocol.supportedVersions, ...known.slice(known.indexOf(newest) + 1)];
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
 * Joins a proxy, and retries a login that the proxy refused because the same address has just logged in.
 * @param {Omit<ModRequest, 'channel' | 'text'>} visit
 * @param {ConstructorParameters<typeof ModPlayer>[0]['onMessage']} [onMessage]
 * @returns {Promise<ModPlayer>}
 * @throws {ConnectionFailure}
 */
export async function joinAsMod(visit, onMessage) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await joinOnce(visit, onMessage);
    } catch (error) {
      if (!TOO_FAST.test(error.message) || attempt === MAX_LOGINS) throw error;
      visit.onStep(`${error.message} Trying again in ${LOGIN_PAUSE_MS / 1000} s.`);
      await delay(LOGIN_PAUSE_MS);
    }
  }
}

async function joinOnce(visit, onMessage) {
  const { host, port, version, username, timeoutMs, onStep } = visit;
  const player = new ModPlayer({ address: host, port, version, name: username, onMessage });
  try {
    const problem = () => `${host}:${port} does not let ${username} in`;
    await until(visit, player, () => player.worlds > 0, problem, Math.max(MIN_JOIN_TIMEOUT_MS, timeoutMs));
  } catch (error) {
    player.leave();
    throw error;
  }
  onStep(`joined ${host}:${port} as ${username}, with Minecraft ${version}`);
  return player;
}

/**
 * Acts like a mod: joins, waits for JoinGame and the announcement of the channel, sends one request, and
 * leaves.
 * @param {ModRequest} request
 * @returns {Promise<{ text: string, afterMs: number }>} the raw answer
 * @throws {ConnectionFailure}
 */
export async function requestAsMod(request) {
  const { version, channel, text, onStep } = request;
  const player = await joinAsMod(request);
  try {
    const known = () => player.announcements.flat();
    const isAnnounced = () => known().includes(channel);
    await until(request, player, isAnnounced, () => notAnnounced(channel, known()));
    onStep(`the proxy announces ${channel}`);
    if (request.server !== undefined) await moveTo(player, request);
    const before = player.received.length;
    const sentAt = performance.now();
    player.send(channel, text);
    onStep(`> ${shorten(text)}`);
    const ids = [idOf(text), ...(request.isRaw ? [''] : [])];
    const findAnswer = () =>
      player.received
        .slice(before)
        .filter((message) => message.channel === channel)
        .map(({ bytes }) => bytes.toString('utf8'))
        .find((answer) => ids.includes(undefined) || ids.includes(idOf(answer)));
    const isAnswered = () => findAnswer() !== undefined;
    await until(request, player, isAnswered, () => notAnswered(version, channel));
    return { text: findAnswer(), afterMs: performance.now() - sentAt };
  } finally {
    player.leave();
  }
}

/** Moves to the server with the command `/server`, like a player. */
async function moveTo(player, request) {
  const { server, username, onStep } = request;
  const [worlds, lines] = [player.worlds, player.chat.length];
  const replies = () => player.chat.slice(lines).map((line) => line.trim());
  const line = `/server ${server}`;
  if (player.client.chat === undefined) player.client.write('chat', { message: line });
  else player.client.chat(line);
  const isThere = () => player.worlds > worlds || replies().some((reply) => ALREADY_THERE.test(reply));
  await until(request, player, isThere, () => notMoved(server, username, replies().at(-1) ?? ''));
  onStep(`${username} is on ${server}`);
}

function notMoved(server, username, reply) {
  const reason = reply === '' ? '' : `; its reply: ${reply}`;
  const hint = 'is it under [servers] of velocity.toml, and may players use /server?';
  return `the proxy does not move ${username} to ${server}${reason}: ${hint}`;
}

/**
 * @param {() => string} problem the message after the deadline
 * @throws {ConnectionFailure}
 */
async function until(visit, player, condition, problem, timeoutMs = visit.timeoutMs) {
  try {
    await player.until(condition, '', timeoutMs);
  } catch {
    throw explainEnd(visit, player) ?? new ConnectionFailure(`${problem()} (waited ${timeoutMs / 1000} s)`);
  }
}

/**
 * Returns the error for the end of a connection, with a hint for the user.
 * @param {{ host: string, port: number }} visit
 * @param {ModPlayer} player
 * @returns {ConnectionFailure | undefined} undefined while it is open
 */
export function explainEnd({ host, port }, { closed }) {
  if (closed === undefined) return undefined;
  const { reason, isKick, error } = closed;
  if (isKick) {
    const hint = NO_SERVER.test(reason) ? NO_SERVER_HINT : '';
    return new ConnectionFailure(`the proxy closed the connection: ${reason}${hint}`);
  }
  if (error?.code === 'ECONNREFUSED')
    return new ConnectionFailure(
      `nothing listens on ${host}:${port} (ECONNREFUSED): start the proxy, or name another address`,
    );
  if (error !== undefined)
    return new ConnectionFailure(`the connection to ${host}:${port} failed: ${reason}`);
  return new ConnectionFailure('the proxy has closed the connection');
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

function notAnnounced(channel, announcedChannels) {
  const others = announcedChannels.join(', ') || 'nothing';
  return `the proxy does not announce ${channel}, but ${others}: is the plugin in it, with this --namespace?`;
}

function notAnswered(version, channel) {
  const old = /^1\.([7-9]|1[0-2])(\.|$)/.test(version);
  return old && channel.length > 20
    ? `no answer: before 1.13, clients are served only on channels of at most 20 characters, and ${channel} has ${channel.length}`
    : 'no answer: requests are dropped while the player joins a server, or by the flood guard';
}

function shorten(text) {
  return text.length <= 200 ? text : `${text.slice(0, 200)}… (${Buffer.byteLength(text)} bytes)`;
}
