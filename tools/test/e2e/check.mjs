import { randomUUID } from 'node:crypto';
import { ModPlayer } from '../../mod/mod-player.mjs';
import { LEGACY_ALIAS } from './proxy-home.mjs';
import { CLIENT } from './proxy-under-test.mjs';

export const CHANNEL = 'service:feature-control';
const PROTOCOL_1_13 = 393;
const MAX_NAME_LENGTH = 16;

/**
 * The context of a check: one version of Minecraft on one proxy.
 * @typedef {object} CheckContext
 * @property {import('./proxy-under-test.mjs').ProxyUnderTest} proxy
 * @property {string} version
 * @property {boolean} isOld whether the version is before 1.13
 * @property {boolean} hasConfiguration whether the protocol has a configuration phase, since 1.20.2
 * @property {string} channel the name of the channel that such a client can use
 * @property {(options?: { name?: string, host?: string }) => ModPlayer} newPlayer connects a player, by
 * default a new one
 * @property {() => void} leave disconnects all players of this check
 *
 * @typedef {{ name: string, title: string, run: (context: CheckContext) => Promise<NotApplicable | Seen |
 * void> }} Check throws if it fails
 */

/** The reason why a check does not apply to this client or this proxy. */
export class NotApplicable {
  constructor(reason) {
    this.reason = reason;
  }
}

/** The observation of a check with several valid results; the table shows it. */
export class Seen {
  constructor(what) {
    this.what = what;
  }
}

/**
 * @param {import('./proxy-under-test.mjs').ProxyUnderTest} proxy
 * @param {any} data of the version, from minecraft-data
 * @returns {CheckContext}
 */
export function createContext(proxy, data) {
  const isOld = data.version.version < PROTOCOL_1_13;
  const version = data.version.minecraftVersion;
  const players = [];
  return {
    proxy,
    version,
    isOld,
    hasConfiguration: data.supportFeature('hasConfigurationState'),
    channel: isOld ? LEGACY_ALIAS : CHANNEL,
    newPlayer({ name = `p${randomUUID().replaceAll('-', '')}`.slice(0, MAX_NAME_LENGTH), host } = {}) {
      const player = new ModPlayer({ port: proxy.port, version, name, host });
      players.push(player);
      proxy.players.add(player);
      return player;
    },
    leave() {
      for (const player of players.splice(0)) {
        proxy.players.delete(player);
        player.leave();
      }
    },
  };
}

/** @returns {{ id: string, text: string }} a checkFeatures request with a unique id */
export function requestFor(features) {
  const id = randomUUID();
  return { id, text: JSON.stringify({ id, method: 'checkFeatures', payload: { client: CLIENT, features } }) };
}

/** @throws {Error} with both values, if their JSON differs */
export function assertEqual(actual, expected, what) {
  const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualText !== expectedText)
    throw new Error(`${what}: expected ${shorten(expectedText)}, but was ${shorten(actualText)}`);
}

/**
 * Requests a feature that is blocked for all clients and one that is not.
 * @throws {Error} if the answer is wrong
 */
export async function assertAnswered(player, channel) {
  const { id, text } = requestFor(['zoom', 'fly']);
  assertEqual(
    await player.request(channel, text),
    { id, ok: true, payload: { blocklist: ['fly'] } },
    'answer',
  );
}

/** @returns the messages of the player that backends received on any name of the plugin's channel */
export function leakedMessages({ proxy }, player) {
  const ours = [CHANNEL, LEGACY_ALIAS];
  return proxy.backends.arrivals.filter(
    ({ player: name, channel }) => name === player.name && ours.includes(channel),
  );
}

/**
 * Sends a message that the proxy forwards, and waits until the server receives it: all earlier messages have
 * been handled by then.
 */
export async function passFence({ proxy }, player) {
  const fence = `fence:${randomUUID().slice(0, 8)}`;
  const hasArrived = () => proxy.backends.arrivals.some(({ channel }) => channel === fence);
  player.send(fence, 'fence');
  await player.until(hasArrived, 'the server to receive a message of the player');
}

/** @throws {Error} if a server has received a message that the player sent on the plugin's channel */
export async function assertNothingLeaked(context, player) {
  await passFence(context, player);
  const leaked = leakedMessages(context, player);
  if (leaked.length > 0)
    throw new Error(
      `${leaked.length} messages reached a server, such as ${shorten(leaked[0].bytes.toString())}`,
    );
}

function shorten(text) {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
