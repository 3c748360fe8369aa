import type { Answer } from '../jar/ask.ts';
import type { CheckAnswer } from '../support/load/checks.ts';
import type { Span } from '../support/load/load.ts';
import { History } from './history.ts';

/** Maximum delays until changes are visible, in milliseconds. */
export interface Lateness {
  readonly lagMs: number;
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
  readonly #lateMs: number;

  constructor({ lagMs, settleMs }: Lateness) {
    this.outages = new Outages(lagMs, settleMs);
    this.#lateMs = lagMs;
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
   * @returns what is wrong with an answer of a check; nothing where it may be
   */
  faultInCheck(answer: CheckAnswer, when: Span, last: Span | undefined): string | undefined {
    const fault = this.faultInPermit(answer, last, when);
    if (!answer.ok || fault !== undefined) return fault;
    return this.faultInList(answer.client, answer.payload?.blocklist ?? ['?'], when);
  }

  /** @returns the problem with an answer of a list; undefined if it is valid */
  faultInList(client: string, blocklist: readonly string[], when: Span): string | undefined {
    const oldest = this.outages.oldestAt(when.askedAtMs);
    const known = FEATURES.filter((feature) => blocklist.includes(feature));
    if (known.join() !== blocklist.join()) return `a list out of order: ${blocklist.join()}`;
    const wrong = FEATURES.find((feature) => {
      const may = (list: string, is: boolean): boolean =>
        this.blocked(list, feature).mayBe(is, oldest, when.answeredAtMs);
      return blocklist.includes(feature)
        ? !may(GLOBAL, true) && !may(client, true)
        : !may(GLOBAL, false) || !may(client, false);
    });
    return wrong === undefined ? undefined : `${wrong} for ${client} in ${blocklist.join()}`;
  }

  /**
   * @param last the latest permit of the player
   * @returns what is wrong with another, or with none; nothing where it may be
   */
  faultInPermit({ ok, error }: Answer, last: Span | undefined, when: Span): string | undefined {
    if (ok) {
      const isEarly = last !== undefined && when.answeredAtMs - last.askedAtMs < WINDOW_MS;
      // One more for each outage, which the matrix counts; here it must at least have been one.
      return isEarly && !this.outages.anyBetween(last.askedAtMs, when.answeredAtMs)
        ? 'a permit too early'
        : undefined;
    }
    if (error === 'INTERNAL_ERROR' && this.outages.delayBetween(when.askedAtMs, when.answeredAtMs))
      return undefined;
    if (error !== 'RATE_LIMITED') return `the error ${String(error)}`;
    // A command that was held up in an outage takes the permit when that is over.
    const mayBeHeldUp = this.outages.anyBetween(when.askedAtMs - WINDOW_MS - this.#lateMs, when.answeredAtMs);
    const isOver = last === undefined || when.askedAtMs - last.answeredAtMs > WINDOW_MS + this.#lateMs;
    const isLate = isOver && !mayBeHeldUp;
    return isLate ? 'a refusal without a permit before' : undefined;
  }

  /** @returns the problem with the name that a web client received; undefined if it is valid */
  faultInName(name: string, when: Span): string | undefined {
    const mayBe = this.name.mayBe(name, this.outages.oldestAt(when.askedAtMs), when.answeredAtMs);
    return mayBe ? undefined : `the name ${name}, now ${this.name.latest}`;
  }
}

interface Outage {
  readonly beganAtMs: number;
  endedAtMs: number;
  /** Whether a program had no processor, and nothing else was wrong. */
  readonly isDelay: boolean;
  /** Whether it is a delay of a program that faults concern: after one has begun, it may be the fault's. */
  readonly endsAtFault: boolean;
}

/** The state that had ended before is unchanged. */
function end(outage: Outage, atMs: number): void {
  outage.endedAtMs = Math.min(outage.endedAtMs, atMs);
}

/** The outages between the programs and Redis. All times are of `performance.now()`. */
class Outages {
  readonly #outages: Outage[] = [];
  readonly #lagMs: number;
  readonly #settleMs: number;

  /**
   * @param lagMs how late an edit may be seen while nothing is wrong
   * @param settleMs how long after an outage edits may still be unseen
   */
  constructor(lagMs: number, settleMs: number) {
    this.#lagMs = lagMs;
    this.#settleMs = settleMs;
  }

  /**
   * Begins a fault.
   * @returns a function that ends it
   */
  begin(): () => void {
    const beganAtMs = performance.now();
    for (const outage of this.#outages) if (outage.endsAtFault) end(outage, beganAtMs);
    return this.#begin({ beganAtMs, endedAtMs: Infinity, isDelay: false, endsAtFault: false });
  }

  /**
   * A program has had no processor for a while.
   * @param hasFaults whether faults concern the program: then it is a delay only where none was there since,
   * and until the next one begins
   * @returns called when it has one
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

  /** How often a program has had no processor for a while. */
  get delays(): number {
    return this.#outages.filter(({ isDelay }) => isDelay).length;
  }

  /** Whether a fault was there at any time since then. */
  faultSince(fromMs: number): boolean {
    return this.#outages.some(({ isDelay, endedAtMs }) => !isDelay && endedAtMs >= fromMs);
  }

  /** Whether a program had no processor at any time between these. */
  delayBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ isDelay, beganAtMs, endedAtMs }) => isDelay && beganAtMs <= toMs && endedAtMs >= fromMs,
    );
  }

  /**
   * The state of what time an answer may show that was asked for at this time: a little old, or that from
   * before the outage.
   */
  oldestAt(askedAtMs: number): number {
    return this.#outages.reduceRight(
      (oldest, { beganAtMs, endedAtMs }) =>
        endedAtMs + this.#settleMs > oldest ? Math.min(oldest, beganAtMs - this.#lagMs) : oldest,
      askedAtMs - this.#lagMs,
    );
  }

  /** Whether something was wrong, or just over, at any time between these. */
  anyBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ beganAtMs, endedAtMs }) => beganAtMs <= toMs && endedAtMs + this.#settleMs >= fromMs,
    );
  }
}
