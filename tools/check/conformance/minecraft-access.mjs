import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ModPlayer } from '../../mod/mod-player.mjs';

/** Velocity's message for its limit of logins (`login-ratelimit`), and slightly more than its default. */
const TOO_FAST = /logging in too fast/i;
const LOGIN_PAUSE_MS = 3500;
const MAX_LOGINS = 4;

/**
 * Connects the checker to a real Minecraft server.
 * @param {{ address: string, port: number, version: string, channel: string, answerTimeoutMs: number,
 * printLine: (line: string) => void }} options `answerTimeoutMs`: deadline of the announcement
 * @returns {import('./check-server.mjs').ServerAccess}
 */
export function minecraftAccess({ address, port, version, channel, answerTimeoutMs, printLine }) {
  return {
    sleep: (ms) => delay(ms),
    nowMs: () => performance.now(),
    async connect({
      name = `check_${randomBytes(4).toString('hex')}`,
      version: playerVersion = version,
    } = {}) {
      const player = await join({ address, port, version: playerVersion, name, printLine });
      printLine(`${name} has joined ${address}:${port} with Minecraft ${playerVersion}`);
      return testPlayer(player, channel, answerTimeoutMs);
    },
  };
}

/** @throws {Error} with the reason why the server does not accept the player */
async function join({ printLine, ...options }) {
  for (let attempt = 1; ; attempt += 1) {
    const player = new ModPlayer(options);
    try {
      await player.untilInWorld();
      return player;
    } catch (error) {
      player.leave();
      if (!TOO_FAST.test(error.message) || attempt === MAX_LOGINS) throw error;
      printLine('The server limits the rate of logins: trying again.');
      await delay(LOGIN_PAUSE_MS);
    }
  }
}

/** @returns {import('./check-server.mjs').TestPlayer} */
function testPlayer(player, channel, announcementMs) {
  let read = 0;
  const messages = () => player.received.filter((message) => message.channel === channel);
  return {
    name: player.name,
    isClosed: () => player.closed !== undefined,
    announced: () => isFulfilled(player.untilAnnounced(channel, 0, announcementMs)),
    send: (bytes) => player.send(channel, bytes),
    async next(timeoutMs) {
      const isUnread = () => messages().length > read;
      const hasArrived = await isFulfilled(player.until(isUnread, 'a message', timeoutMs));
      return hasArrived ? messages()[read++].bytes : undefined;
    },
    leave: () => player.leave(),
  };
}

/** @returns {Promise<boolean>} false if the promise was rejected, as after its deadline */
async function isFulfilled(promise) {
  return await promise.then(
    () => true,
    () => false,
  );
}
