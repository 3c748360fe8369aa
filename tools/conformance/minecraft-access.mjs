import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ModPlayer } from '../e2e/mod-player.mjs';

/** How Velocity words its limit of logins (`login-ratelimit`), and a little more than its default. */
const TOO_FAST = /logging in too fast/i;
const LOGIN_PAUSE_MS = 3500;
const MOST_LOGINS = 4;

/**
 * A Minecraft server as the judge needs it.
 * @param {{ address: string, port: number, version: string, channel: string,
 * patienceMs: number, say: (line: string) => void }} where `patienceMs`: for the announcement
 * @returns {import('./judge-server.mjs').ServerAccess}
 */
export function minecraftAccess({ address, port, version, channel, patienceMs, say }) {
  return {
    sleep: (ms) => delay(ms),
    nowMs: () => performance.now(),
    async connect({ name = `judge_${randomBytes(4).toString('hex')}`, version: ofPlayer = version } = {}) {
      const player = await join({ address, port, version: ofPlayer, name, say });
      say(`${name} has joined ${address}:${port} with Minecraft ${ofPlayer}`);
      return judged(player, channel, patienceMs);
    },
  };
}

/** @throws {Error} saying why the server does not let a player in */
async function join({ say, ...how }) {
  for (let attempt = 1; ; attempt += 1) {
    const player = new ModPlayer(how);
    try {
      await player.untilInWorld();
      return player;
    } catch (error) {
      player.leave();
      if (!TOO_FAST.test(error.message) || attempt === MOST_LOGINS) throw error;
      say('The server limits how fast players log in: trying again.');
      await delay(LOGIN_PAUSE_MS);
    }
  }
}

/** @returns {import('./judge-server.mjs').JudgedPlayer} */
function judged(player, channel, announcementMs) {
  let read = 0;
  const messages = () => player.received.filter((message) => message.channel === channel);
  return {
    name: player.name,
    isClosed: () => player.closed !== undefined,
    announced: () => within(player.untilAnnounced(channel), announcementMs),
    send: (bytes) => player.send(channel, bytes),
    async next(patienceMs) {
      const isThere = await within(
        player.until(() => messages().length > read, 'a message'),
        patienceMs,
      );
      return isThere ? messages()[read++].bytes : undefined;
    },
    leave: () => player.leave(),
  };
}

/** @returns {Promise<boolean>} whether it was fulfilled within that time */
async function within(promise, ms) {
  const stop = new AbortController();
  const late = delay(ms, false, { signal: stop.signal }).catch(() => false);
  const settled = promise.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([settled, late]);
  stop.abort();
  return result;
}
