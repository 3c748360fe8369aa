import type { Answer } from '../jar/ask.ts';
import type { CheckAnswer } from '../support/load/checks.ts';
import type { Span } from '../support/load/load.ts';
import { History } from './history.ts';

/** Maximum delays until an edit is visible, in milliseconds. */
export interface MaxDelays {
  /** While nothing is wrong. */
  readonly lagMs: number;
  /** After an outage. */
  readonly settleMs: number;
}

export const CLIENTS = ['my-mod', 'other-mod'] as const;
export const FEATURES = ['fly', 'zoom', 'minimap', 'xray'] as const;
export const GLOBAL = 'global';
export const LISTS = [GLOBAL, ...CLIENTS] as const;
export type List = (typeof LISTS)[number];

const WINDOW_MS = 10_000;

/** Decides which answers are right, from all edits and faults so far. */
export class Model {
  readonly outages: Outages;
  /** The server's name, as web clients receive it. */
  readonly name = new History('0');
  readonly #blocked = new Map<string, History<boolean>>();
  readonly #lagMs: number;

  constructor({ lagMs, settleMs }: MaxDelays) {
    this.outages = new Outages(lagMs, settleMs);
    this.#lagMs = lagMs;
    for (const list of LISTS)
      for (const feature of FEATURES) this.#blocked.set(`${list} ${feature}`, new History(false));
  }

  blocked(list: string, feature: string): History<boolean> {
    const history = this.#blocked.get(`${list} ${feature}`);
    if (history === undefined) throw new Error(`the model has no ${feature} in ${list}`);
    return history;
  }

  /**
   * @param last the latest permit of the player
   * @returns the problem with the answer to a check; undefined if it is valid
   */
  problemInCheck(answer: CheckAnswer, when: Span, last: Span | undefined): string | undefined {
    const problem = this.problemInPermit(answer, last, when);
    if (!answer.ok || problem !== undefined) return problem;
    return this.problemInList(answer.client, answer.payload?.blocklist ?? ['?'], when);
  }

  /** @returns the problem with a received blocklist; undefined if it is valid */
  problemInList(client: string, blocklist: readonly string[], when: Span): string | undefined {
    const oldest = this.outages.oldestAt(when.askedAtMs);
    const known = FEATURES.filter((feature) => blocklist.includes(feature));
    if (known.join() !== blocklist.join()) return `a list out of order: ${blocklist.join()}`;
    const wrong = FEATURES.find((feature) => {
      const isPossible = (list: string, isBlocked: boolean): boolean =>
        this.blocked(list, feature).isPossible(isBlocked, oldest, when.answeredAtMs);
      return blocklist.includes(feature)
        ? !isPossible(GLOBAL, true) && !isPossible(client, true)
        : !isPossible(GLOBAL, false) || !isPossible(client, false);
    });
    return wrong === undefined ? undefined : `${wrong} for ${client} in ${blocklist.join()}`;
  }

  /**
   * @param last the latest permit of the player
   * @returns the problem with a granted or denied permit; undefined if it is valid
   */
  problemInPermit({ ok, error }: Answer, last: Span | undefined, when: Span): string | undefined {
    if (ok) {
      const isEarly = last !== undefined && when.answeredAtMs - last.askedAtMs < WINDOW_MS;
      // Each outage allows one additional permit. The fault matrix counts them; this only requires an outage.
      return isEarly && !this.outages.anyBetween(last.askedAtMs, when.answeredAtMs)
        ? 'a permit too early'
        : undefined;
    }
    if (error === 'INTERNAL_ERROR' && this.outages.delayBetween(when.askedAtMs, when.answeredAtMs))
      return undefined;
    if (error !== 'RATE_LIMITED') return `the error ${String(error)}`;
    // A command that was delayed by an outage takes the permit after the outage.
    const mayBeDelayed = this.outages.anyBetween(when.askedAtMs - WINDOW_MS - this.#lagMs, when.answeredAtMs);
    const isOver = last === undefined || when.askedAtMs - last.answeredAtMs > WINDOW_MS + this.#lagMs;
    return isOver && !mayBeDelayed ? 'a refusal without a previous permit' : undefined;
  }

  /** @returns the problem with the name that a web client received; undefined if it is valid */
  problemInName(name: string, when: Span): string | undefined {
    const isPossible = this.name.isPossible(name, this.outages.oldestAt(when.askedAtMs), when.answeredAtMs);
    return isPossible ? undefined : `the name ${name}, now ${this.name.latest}`;
  }
}

interface Outage {
  readonly beganAtMs: number;
  endedAtMs: number;
  /** Whether the outage is only that a program got no CPU time. */
  readonly isDelay: boolean;
  /**
   * Whether the delay ends when a fault begins. True for a program that faults affect, because the fault may
   * be the cause from then on.
   */
  readonly endsAtFault: boolean;
}

/** Ends an outage, unless it has ended earlier. */
function end(outage: Outage, atMs: number): void {
  outage.endedAtMs = Math.min(outage.endedAtMs, atMs);
}

/** The outages between the programs and Redis: faults and delays. All times are by `performance.now()`. */
class Outages {
  readonly #outages: Outage[] = [];
  readonly #lagMs: number;
  readonly #settleMs: number;

  /**
   * @param lagMs maximum delay until an edit is visible while nothing is wrong
   * @param settleMs maximum delay until edits are visible after an outage
   */
  constructor(lagMs: number, settleMs: number) {
    this.#lagMs = lagMs;
    this.#settleMs = settleMs;
  }

  /**
   * Records the start of a fault.
   * @returns a function that records its end
   */
  begin(): () => void {
    const beganAtMs = performance.now();
    for (const outage of this.#outages) if (outage.endsAtFault) end(outage, beganAtMs);
    return this.#begin({ beganAtMs, endedAtMs: Infinity, isDelay: false, endsAtFault: false });
  }

  /**
   * Records the start of a delay: a program gets no CPU time.
   * @param hasFaults whether faults affect the program. If so, the delay is not recorded if there was a fault
   * in the meantime, and ends when the next fault begins
   * @returns a function that records its end
   */
  beginDelay(beganAtMs: number, hasFaults: boolean): () => void {
    if (hasFaults && this.faultSince(beganAtMs)) return () => undefined;
    return this.#begin({ beganAtMs, endedAtMs: Infinity, isDelay: true, endsAtFault: hasFaults });
  }

  #begin(outage: Outage): () => void {
    this.#outages.push(outage);
    return () => {
      end(outage, performance.now());
    };
  }

  /** The number of delays. */
  get delays(): number {
    return this.#outages.filter(({ isDelay }) => isDelay).length;
  }

  /** Whether there was a fault at any time since `fromMs`. */
  faultSince(fromMs: number): boolean {
    return this.#outages.some(({ isDelay, endedAtMs }) => !isDelay && endedAtMs >= fromMs);
  }

  /** Whether a program waited for the CPU at any time from `fromMs` to `toMs`. */
  delayBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ isDelay, beganAtMs, endedAtMs }) => isDelay && beganAtMs <= toMs && endedAtMs >= fromMs,
    );
  }

  /**
   * Returns the time of the oldest state that the answer to a request may contain: slightly before the
   * request, or before an outage.
   */
  oldestAt(askedAtMs: number): number {
    return this.#outages.reduceRight(
      (oldest, { beganAtMs, endedAtMs }) =>
        endedAtMs + this.#settleMs > oldest ? Math.min(oldest, beganAtMs - this.#lagMs) : oldest,
      askedAtMs - this.#lagMs,
    );
  }

  /**
   * Whether there was an outage at any time from `fromMs` to `toMs`, or had ended less than `settleMs`
   * before.
   */
  anyBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ beganAtMs, endedAtMs }) => beganAtMs <= toMs && endedAtMs + this.#settleMs >= fromMs,
    );
  }
}
