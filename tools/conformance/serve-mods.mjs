import { startBackend } from '../development-proxy/front/backend-server.mjs';
import { ModJudge } from './judge-mod.mjs';

/** Since which the channel of registrations has a namespace. */
const PROTOCOL_1_13 = 393;
const LOOK_MS = 100;

/**
 * A Minecraft server on this machine, which judges the mod of the first player who joins.
 * @param {{ port: number, channel: string, windowMs: number, asksOnce: boolean, knowsSubscribe: boolean,
 * timeoutMs: number, say: (line: string) => void }} how `port` 0: any free one; `knowsSubscribe`: whether the
 * server has the method; `timeoutMs`: how long a player and questions are waited for
 * @returns {Promise<import('./verdicts.mjs').Verdicts>}
 */
export async function judgeMod({ port, channel, windowMs, asksOnce, knowsSubscribe, timeoutMs, say }) {
  let judge;
  let judged;
  let gone;
  const ours = (player, act) => player === judged && act();
  const backend = await startBackend({
    port,
    onApproach(player) {
      if (judge !== undefined) return;
      judged = player;
      judge = new ModJudge({ windowMs, player, asksOnce, knowsSubscribe });
      say(`${player.name} joins with protocol ${player.protocol}`);
    },
    onPlay: (player) =>
      ours(player, () => {
        const register = player.protocol < PROTOCOL_1_13 ? 'REGISTER' : 'minecraft:register';
        player.send(register, Buffer.from(channel));
        judge.announced(performance.now());
      }),
    onJoin: (player) => ours(player, () => judge.joined(performance.now())),
    onMessage: (player, message) =>
      ours(player, () => {
        if (message.channel !== channel) return;
        say(`> ${message.bytes.toString('utf8').slice(0, 200)}`);
        for (const answer of judge.received(message.bytes, performance.now())) player.send(channel, answer);
      }),
    onLeave: (player, reason) => ours(player, () => (gone = reason)),
  });
  say(`listening on 127.0.0.1:${backend.port}: join with the mod`);
  try {
    await untilOver({ timeoutMs, endsAt: () => judge?.endsAt, isGone: () => gone !== undefined });
    if (judge === undefined) throw new Error(`nobody has joined within ${timeoutMs / 1000} s`);
    judge.ended(gone, performance.now());
  } finally {
    await backend.close();
  }
  return judge.verdicts;
}

async function untilOver({ timeoutMs, endsAt, isGone }) {
  const deadline = performance.now() + timeoutMs;
  while (!isGone() && performance.now() < Math.min(deadline, endsAt() ?? Infinity))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
