import { check } from '../../../jar/ask.ts';
import type { Answer } from '../../../jar/ask.ts';
import type { StandInPlayer } from '../../../velocity-stand-in/stand-in-player.ts';
import type { JvmPauses } from './jvm-pauses.ts';

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
  readonly #pauses: JvmPauses | undefined;
  #underWay: Promise<void> | undefined;
  readonly tookMs: number[] = [];
  /** Answers that are neither the list that is expected nor RATE_LIMITED; each in short. */
  readonly wrong: string[] = [];
  readonly grants: Grant[] = [];
  unanswered = 0;
  /** Answers that only say that the proxy had no processor in time. */
  excused = 0;

  /**
   * @param blocked what of {@link ASKED} is blocked
   * @param pauses which excuse answers; without them, nothing does
   */
  constructor(player: StandInPlayer, blocked: readonly string[], pauses?: JvmPauses) {
    this.#player = player;
    this.#expected = JSON.stringify(blocked);
    this.#pauses = pauses;
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
    const tookMs = when.answeredAtMs - when.askedAtMs;
    this.tookMs.push(tookMs);
    if (answer.error === 'RATE_LIMITED') return;
    const isExcused = this.#pauses?.excuse(when.askedAtMs, when.answeredAtMs) === true;
    if (answer.ok && JSON.stringify(answer.payload?.blocklist) === this.#expected) this.grants.push(when);
    else if (answer.error === 'INTERNAL_ERROR' && isExcused) this.excused++;
    else this.wrong.push(`${JSON.stringify(answer).slice(0, 120)} after ${Math.round(tookMs)} ms`);
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
