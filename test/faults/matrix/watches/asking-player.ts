import { check } from '../../../jar/ask.ts';
import type { Answer } from '../../../jar/ask.ts';
import type { StandInPlayer } from '../../../velocity-stand-in/stand-in-player.ts';

/** A permit that was granted between these two times of `performance.now()`. */
export interface Grant {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

export const ASKED = ['fly', 'zoom', 'minimap'];

export interface TimedAnswer extends Grant {
  readonly answer: Answer;
}

/** One question and its answer. @throws {Error} when none comes */
export async function askTimed(
  player: StandInPlayer,
  client: string,
  features: readonly string[],
): Promise<TimedAnswer> {
  const askedAtMs = performance.now();
  const answer = await check(player, client, features);
  return { answer, askedAtMs, answeredAtMs: performance.now() };
}

/** One player whose mod asks, and what it was answered. */
export class AskingPlayer {
  readonly #player: StandInPlayer;
  readonly #expected: string;
  #underWay: Promise<void> | undefined;
  readonly tookMs: number[] = [];
  /** Answers that are neither the list that is expected nor RATE_LIMITED; each in short. */
  readonly wrong: string[] = [];
  readonly grants: Grant[] = [];
  unanswered = 0;

  /** @param blocked what of {@link ASKED} is blocked */
  constructor(player: StandInPlayer, blocked: readonly string[]) {
    this.#player = player;
    this.#expected = JSON.stringify(blocked);
  }

  /** Asks, unless an answer is being waited for. */
  ask(): void {
    if (this.#underWay !== undefined) return;
    this.#underWay = this.#askOnce().finally(() => {
      this.#underWay = undefined;
    });
  }

  async finish(): Promise<void> {
    await this.#underWay;
    await this.#player.disconnect();
  }

  async #askOnce(): Promise<void> {
    try {
      this.#judge(await askTimed(this.#player, 'my-mod', ASKED));
    } catch {
      this.unanswered++;
    }
  }

  #judge({ answer, ...when }: TimedAnswer): void {
    this.tookMs.push(when.answeredAtMs - when.askedAtMs);
    if (answer.error === 'RATE_LIMITED') return;
    if (answer.ok && JSON.stringify(answer.payload?.blocklist) === this.#expected) this.grants.push(when);
    else this.wrong.push(JSON.stringify(answer).slice(0, 120));
  }
}

/**
 * How many permits a player got beyond the limit of one in a window. Only what is certain counts: two permits
 * whose questions and answers lie too close for any order of events between them.
 * @param grants in the order they were asked for
 */
export function permitsTooMany(grants: readonly Grant[], windowMs: number): number {
  return grants.filter(({ answeredAtMs }, index) => {
    const before = grants[index - 1];
    return before !== undefined && answeredAtMs - before.askedAtMs < windowMs;
  }).length;
}
