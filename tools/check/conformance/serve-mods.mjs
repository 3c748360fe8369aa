import { setTimeout as delay } from 'node:timers/promises';
import { startBackend } from '../../development-proxy/front/backend-server.mjs';
import { ModChecker } from './check-mod.mjs';

/** The first protocol in which the registration channel has a namespace. */
const PROTOCOL_1_13 = 393;
const POLL_MS = 100;

/**
 * Runs a Minecraft server on this machine, and tests the mod of the first player who joins.
 * @param {{ port: number, channel: string, windowMs: number, asksOnce: boolean, hasSubscribe: boolean,
 * timeoutMs: number, printLine: (line: string) => void }} options `port` 0: any free one; `hasSubscribe`:
 * whether the server supports the method; `timeoutMs`: time limit to join, and then to send the requests
 * @returns {Promise<import('./rule-results.mjs').RuleResults>}
 */
export async function checkJoiningMod(options) {
  const { port, channel, windowMs, asksOnce, hasSubscribe, timeoutMs, printLine } = options;
  let checker;
  let tested;
  let leaveReason;
  let deadline;
  const ifTested = (player, act) => player === tested && act();
  const backend = await startBackend({
    port,
    onConnecting(player) {
      if (checker !== undefined) return;
      tested = player;
      // Starting the game may have taken most of the time limit.
      deadline = performance.now() + timeoutMs;
      checker = new ModChecker({ windowMs, player, asksOnce, hasSubscribe });
      printLine(`${player.name} joins with protocol ${player.protocol}`);
    },
    onPlay: (player) =>
      ifTested(player, () => {
        const register = player.protocol < PROTOCOL_1_13 ? 'REGISTER' : 'minecraft:register';
        player.send(register, Buffer.from(channel));
        checker.announced(performance.now());
      }),
    onJoin: (player) => ifTested(player, () => checker.joined(performance.now())),
    onMessage: (player, message) =>
      ifTested(player, () => {
        if (message.channel !== channel) return;
        printLine(`> ${message.bytes.toString('utf8').slice(0, 200)}`);
        for (const answer of checker.received(message.bytes, performance.now())) player.send(channel, answer);
      }),
    onLeave: (player, reason) => ifTested(player, () => (leaveReason = reason)),
  });
  deadline = performance.now() + timeoutMs;
  printLine(`listening on 127.0.0.1:${backend.port}: join with the mod`);
  try {
    const endsAt = () => Math.min(deadline, checker?.endsAt ?? Infinity);
    while (leaveReason === undefined && performance.now() < endsAt()) await delay(POLL_MS);
    if (checker === undefined) throw new Error(`no player joined within ${timeoutMs / 1000} s`);
    checker.ended(leaveReason, performance.now());
  } finally {
    await backend.close();
  }
  return checker.results;
}
