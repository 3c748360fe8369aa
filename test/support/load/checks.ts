import { randomUUID } from 'node:crypto';
import { check } from '../../jar/ask.ts';
import type { Answer } from '../../jar/ask.ts';
import type { StandInPlayer } from '../../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { startLoad, type Span } from './load.ts';

/** The requests of the players' mods, and the validation of their answers. */
export interface Checks {
  readonly client: string;
  readonly features: readonly string[];
  /** @returns a short description of what is wrong with an answer; undefined if it is right */
  readonly problemIn: (answer: Answer, when: Span) => string | undefined;
}

/**
 * Adds players to a proxy.
 * @param uuids of the players, or their number for random ones
 */
export async function joinAll(proxy: StandIn, uuids: number | readonly string[]): Promise<StandInPlayer[]> {
  const ids = typeof uuids === 'number' ? Array.from({ length: uuids }, () => randomUUID()) : uuids;
  return await Promise.all(ids.map(async (uuid) => proxy.join({ uuid, connected: true })));
}

/** Sends requests of the players in rotation until stopped. Players that wait for an answer are skipped. */
export function startChecks(players: readonly StandInPlayer[], perSecond: number, checks: Checks) {
  const senders = players.map((player) => ({ player, isWaiting: false, answers: 0, grants: [] as Span[] }));
  type Sender = (typeof senders)[number];
  const send = async (sender: Sender): Promise<{ sender: Sender; answer: Answer }> => {
    sender.isWaiting = true;
    const answer = await check(sender.player, checks.client, checks.features).finally(() => {
      sender.isWaiting = false;
    });
    return { sender, answer };
  };
  let next = 0;
  const load = startLoad(perSecond, {
    send: () => {
      const sender = senders[next++ % senders.length];
      return sender?.isWaiting === false ? send(sender) : undefined;
    },
    problemIn: ({ sender, answer }, when) => {
      sender.answers++;
      const problem = checks.problemIn(answer, when);
      if (problem === undefined && answer.ok) sender.grants.push(when);
      return problem;
    },
  });
  return {
    ...load,
    senders,
    /** Resolves when all requests are answered and all players have left. */
    async finish(): Promise<void> {
      await load.finish();
      await Promise.all(players.map(async (player) => player.disconnect()));
    },
  };
}
