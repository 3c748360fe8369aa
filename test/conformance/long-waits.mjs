import { mock } from 'node:test';
import { minecraftAccess } from '../../tools/check/conformance/minecraft-access.mjs';
import { startBackend } from '../../tools/development-proxy/front/backend-server.mjs';
import { joinLate } from './join-late.mjs';

const CHANNEL = 'service:feature-control';

/**
 * Runs both checkers, one after the other in one process, whose library takes a second to load.
 * @param {{ what: 'announcement' | 'message', afterMs: number, answerTimeoutMs: number }[]} waits
 * @returns {Promise<{ received: boolean[], joinedLate: string }>}
 */
export async function waitInBoth(waits) {
  const received = [];
  for (const { what, afterMs, answerTimeoutMs } of waits)
    received.push(await waitForServer(what, afterMs, answerTimeoutMs));
  return { received, joinedLate: await joinLate() };
}

/**
 * Waits as the checker of servers does, for a server that sends something after `afterMs` of simulated time.
 * @param {'announcement' | 'message'} what the server sends
 * @param {number} afterMs
 * @param {number} answerTimeoutMs
 * @returns {Promise<boolean>} whether the checker has received it
 */
async function waitForServer(what, afterMs, answerTimeoutMs) {
  let joined;
  const backend = await startBackend({ port: 0, onJoin: (player) => (joined = player) });
  const settings = { address: '127.0.0.1', port: backend.port, version: '1.20.1', channel: CHANNEL };
  const player = await minecraftAccess({ ...settings, answerTimeoutMs, printLine: () => {} }).connect();
  try {
    mock.timers.enable({ apis: ['setTimeout'] });
    const received = what === 'message' ? player.next(answerTimeoutMs) : player.announced();
    mock.timers.tick(afterMs);
    if (what === 'message') joined.send(CHANNEL, Buffer.from('{}'));
    else joined.send('minecraft:register', Buffer.from(CHANNEL));
    return Boolean(await received);
  } finally {
    mock.timers.reset();
    player.leave();
    await backend.close();
  }
}
