import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { joinAsMod } from '../../mod/mod-client.mjs';

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
      const visit = { host: address, port, version: playerVersion, username: name, onStep: printLine };
      const player = await joinAsMod({ ...visit, timeoutMs: answerTimeoutMs });
      return testPlayer(player, channel, answerTimeoutMs);
    },
  };
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
