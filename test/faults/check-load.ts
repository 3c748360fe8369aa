import { CHECK_FEATURES_LIMIT } from '../../shared/protocol/methods/check-features.ts';
import { checkRequest, CHANNEL, parseAnswer } from '../jar/ask.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';

/** What mods were answered. */
export interface CheckReport {
  readonly asked: number;
  readonly granted: number;
  readonly limited: number;
  /** Answers that are neither the list that is expected nor RATE_LIMITED; each in short. */
  readonly wrong: readonly string[];
  readonly unanswered: number;
  /** The most answers that one player was granted within one window of the limit. */
  readonly mostGrantsInWindow: number;
  /** Milliseconds from question to answer, in ascending order. */
  readonly tookMs: readonly number[];
}

export interface CheckLoad {
  stop(): Promise<CheckReport>;
}

export interface CheckLoadOptions {
  readonly players: number;
  readonly perSecond: number;
  /** What of {@link ASKED} is blocked. */
  readonly blocked: readonly string[];
}

export const ASKED = ['fly', 'zoom', 'minimap'];

/** The window of the limit, less what the answers' own way may take. */
const WINDOW_MS = CHECK_FEATURES_LIMIT.windowMs - 100;

/** Players of their own ask in turns, until stopped. One who waits for an answer is passed over. */
export async function startCheckLoad(proxy: StandIn, options: CheckLoadOptions): Promise<CheckLoad> {
  const joining = Array.from({ length: options.players }, async () => proxy.join({ connected: true }));
  const players = (await Promise.all(joining)).map((player) => new AskingPlayer(player, options.blocked));
  let next = 0;
  const startedAt = performance.now();
  let asked = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * options.perSecond);
    for (; asked < due; asked++) players[next++ % players.length]?.ask();
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(players.map(async (player) => player.finish()));
      return toReport(players);
    },
  };
}

class AskingPlayer {
  readonly #player: StandInPlayer;
  readonly #expected: string;
  #underWay: Promise<void> | undefined;
  readonly tookMs: number[] = [];
  readonly wrong: string[] = [];
  readonly grantedAtMs: number[] = [];
  limited = 0;
  unanswered = 0;

  constructor(player: StandInPlayer, blocked: readonly string[]) {
    this.#player = player;
    this.#expected = JSON.stringify(blocked);
  }

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
    const startedAt = performance.now();
    try {
      await this.#player.send(CHANNEL, checkRequest('my-mod', ASKED));
      const { bytes } = await this.#player.next();
      this.tookMs.push(performance.now() - startedAt);
      this.#judge(bytes);
    } catch {
      this.unanswered++;
    }
  }

  #judge(bytes: Buffer): void {
    const answer = parseAnswer(bytes);
    if (answer.error === 'RATE_LIMITED') this.limited++;
    else if (answer.ok && JSON.stringify(answer.payload?.blocklist) === this.#expected)
      this.grantedAtMs.push(performance.now());
    else this.wrong.push(bytes.toString().slice(0, 120));
  }
}

function toReport(players: readonly AskingPlayer[]): CheckReport {
  const sum = (of: (player: AskingPlayer) => number): number =>
    players.reduce((total, player) => total + of(player), 0);
  const tookMs = players.flatMap((player) => player.tookMs).sort((a, b) => a - b);
  const unanswered = sum((player) => player.unanswered);
  return {
    asked: tookMs.length + unanswered,
    granted: sum((player) => player.grantedAtMs.length),
    limited: sum((player) => player.limited),
    wrong: players.flatMap((player) => player.wrong),
    unanswered,
    mostGrantsInWindow: Math.max(...players.map(({ grantedAtMs }) => mostWithin(grantedAtMs, WINDOW_MS))),
    tookMs,
  };
}

/** @param times in ascending order */
function mostWithin(times: readonly number[], windowMs: number): number {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length);
  return Math.max(0, ...counts);
}
