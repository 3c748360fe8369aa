import { setTimeout as delay } from 'node:timers/promises';
import { startBackend } from '../development-proxy/front/backend-server.mjs';
import { ModJudge } from './judge-mod.mjs';

/** The first protocol in which the registration channel has a namespace. */
const PROTOCOL_1_13 = 393;
const POLL_MS = 100;

/**
 * Runs a Minecraft server on this machine, and tests the mod of the first player who joins.
 * @param {{ port: number, channel: string, windowMs: number, asksOnce: boolean, hasSubscribe: boolean,
 * timeoutMs: number, say: (line: string) => void }} options `port` 0: any free one; `hasSubscribe`: whether
 * the server supports the method; `timeoutMs`: time limit to join, and then to send the requests
 * @returns {Promise<import('./verdicts.mjs').Verdicts>}
 */
export async function judgeMod({ port, channel, windowMs, asksOnce, hasSubscribe, timeoutMs, say }) {
  let judge;
  let judged;
  let leaveReason;
  let deadline;
  const ifJudged = (player, act) => player === judged && act();
  const backend = await startBackend({
    port,
    onConnecting(player) {
      if (judge !== undefined) return;
      judged = player;
      // Starting the game may have taken most of the time limit.
      deadline = performance.now() + timeoutMs;
      judge = new ModJudge({ windowMs, player, asksOnce, hasSubscribe });
      say(`${player.name} joins with protocol ${player.protocol}`);
    },
    onPlay: (player) =>
      ifJudged(player, () => {
        const register = player.protocol < PROTOCOL_1_13 ? 'REGISTER' : 'minecraft:register';
        player.send(register, Buffer.from(channel));
        judge.announced(performance.now());
      }),
    onJoin: (player) => ifJudged(player, () => judge.joined(performance.now())),
    onMessage: (player, message) =>
      ifJudged(player, () => {
        if (message.channel !== channel) return;
        say(`> ${message.bytes.toString('utf8').slice(0, 200)}`);
        for (const answer of judge.received(message.bytes, performance.now())) player.send(channel, answer);
      }),
    onLeave: (player, reason) => ifJudged(player, () => (leaveReason = reason)),
  });
  deadline = performance.now() + timeoutMs;
  say(`listening on 127.0.0.1:${backend.port}: join with the mod`);
  try {
    const endsAt = () => Math.min(deadline, judge?.endsAt ?? Infinity);
    while (leaveReason === undefined && performance.now() < endsAt()) await delay(POLL_MS);
    if (judge === undefined) throw new Error(`no player joined within ${timeoutMs / 1000} s`);
    judge.ended(leaveReason, performance.now());
  } finally {
    await backend.close();
  }
  return judge.verdicts;
}
