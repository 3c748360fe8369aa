import { randomUUID } from 'node:crypto';
import { ModPlayer } from './mod-player.mjs';
import { LEGACY_ALIAS } from './proxy-home.mjs';
import { CLIENT } from './proxy-under-test.mjs';

export const CHANNEL = 'service:feature-control';
const PROTOCOL_1_13 = 393;
const LONGEST_NAME = 16;

/**
 * What a check works with: one version of Minecraft on one proxy.
 * @typedef {object} CheckContext
 * @property {import('./proxy-under-test.mjs').ProxyUnderTest} proxy
 * @property {string} version
 * @property {boolean} isOld before 1.13
 * @property {boolean} hasConfiguration from 1.20.2 on
 * @property {string} channel the name of the channel that such a client can use
 * @property {(options?: { name?: string, host?: string }) => ModPlayer} newPlayer connects one, by default
 * one who was never here
 * @property {() => void} leave sends all players of this check away
 *
 * @typedef {{ name: string, title: string, run: (context: CheckContext) => Promise<NotApplicable | Seen |
 * void> }} Check it fails by throwing
 */

/** Why a check says nothing about this client or this proxy. */
export class NotApplicable {
  constructor(reason) {
    this.reason = reason;
  }
}

/** What a check has seen, where it may be one thing or another: its field of the table says which. */
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
    ...{ proxy, version, isOld },
    hasConfiguration: data.supportFeature('hasConfigurationState'),
    channel: isOld ? LEGACY_ALIAS : CHANNEL,
    newPlayer({ name = `p${randomUUID().replaceAll('-', '')}`.slice(0, LONGEST_NAME), host } = {}) {
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

/** @returns {{ id: string, text: string }} a request of checkFeatures, with an id of its own */
export function requestFor(features) {
  const id = randomUUID();
  return { id, text: JSON.stringify({ id, method: 'checkFeatures', payload: { client: CLIENT, features } }) };
}

/** @throws {Error} naming both, where the JSON of the two differs */
export function assertEqual(actual, expected, what) {
  const [is, ought] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== ought) throw new Error(`${what}: expected ${shorten(ought)}, and got ${shorten(is)}`);
}

/**
 * Asks about one feature that is blocked for all and one that is not.
 * @throws {Error} where that is not what comes back
 */
export async function assertAnswered(player, channel) {
  const { id, text } = requestFor(['zoom', 'fly']);
  assertEqual(await player.ask(channel, text), { id, ok: true, payload: { blocklist: ['fly'] } }, 'answer');
}

/** @returns all that backends have got from the player on any name of our channel */
export function leaks({ proxy }, player) {
  const ours = [CHANNEL, LEGACY_ALIAS];
  return proxy.backends.arrivals.filter(
    ({ player: name, channel }) => name === player.name && ours.includes(channel),
  );
}

/**
 * Sends a message that the proxy passes on, and waits until the server has it: whatever was sent before has
 * been dealt with.
 */
export async function passFence({ proxy }, player) {
  const fence = `fence:${randomUUID().slice(0, 8)}`;
  const isThere = () => proxy.backends.arrivals.some(({ channel }) => channel === fence);
  player.send(fence, 'fence');
  await player.until(isThere, 'the server to hear from the player');
}

/** @throws {Error} where a server has got anything that the player sent on our channel so far */
export async function assertNothingLeaked(context, player) {
  await passFence(context, player);
  const leaked = leaks(context, player);
  if (leaked.length > 0)
    throw new Error(
      `${leaked.length} messages reached a server, such as ${shorten(leaked[0].bytes.toString())}`,
    );
}

function shorten(text) {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
