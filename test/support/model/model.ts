import type { Redis } from 'ioredis';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Answer } from '../../jar/ask.ts';
import type { CheckAnswer } from '../load/checks.ts';
import type { Span } from '../load/load.ts';
import { History } from './history.ts';
import { Outages } from './outages.ts';
import type { MaxDelays } from './outages.ts';

export const CLIENTS = ['my-mod', 'other-mod'] as const;
/** The features that players request, in this order. */
export const FEATURES = ['fly', 'zoom', 'minimap', 'xray'] as const;
export const GLOBAL = 'global';
export const LISTS = [GLOBAL, ...CLIENTS] as const;
export type List = (typeof LISTS)[number];

/** The lists at first. */
const BLOCKED: readonly (readonly [List, string])[] = [
  [GLOBAL, 'fly'],
  ['my-mod', 'minimap'],
];
/** The server's name at first. */
export const SERVER_NAME = 'Lobby';

/** Returns the commands that write the lists as they are at first. */
export function listCommands(keys: RedisKeys): string[][] {
  return BLOCKED.map(([list, feature]) => ['sadd', keyOf(keys, list), feature]);
}

function keyOf(keys: RedisKeys, list: List): string {
  return list === GLOBAL ? keys.blocklistGlobal : keys.blocklistOf(list);
}

const WINDOW_MS = 10_000;

/** Decides which answers are right, from the contents of Redis at first, and all edits and faults so far. */
export class Model {
  readonly outages: Outages;
  /** The server's name, as web clients receive it. */
  readonly name = new History(SERVER_NAME);
  readonly #blocked = new Map<string, History<boolean>>();
  readonly #lagMs: number;

  /**
   * @param delays none by default, for lists that do not change
   * @param blocked the lists at first
   */
  constructor(delays: MaxDelays = { lagMs: 0, settleMs: 0 }, blocked = BLOCKED) {
    this.outages = new Outages(delays);
    this.#lagMs = delays.lagMs;
    for (const list of LISTS)
      for (const feature of FEATURES) {
        const isBlocked = blocked.some((first) => first[0] === list && first[1] === feature);
        this.#blocked.set(`${list} ${feature}`, new History(isBlocked));
      }
  }

  /** Adds a feature to a list, or removes it, in Redis as well. */
  async toggle(admin: Pick<Redis, 'call'>, keys: RedisKeys, list: List, feature: string): Promise<void> {
    const history = this.blocked(list, feature);
    const isBlocked = !history.latest;
    const done = history.change(isBlocked);
    await admin.call(isBlocked ? 'SADD' : 'SREM', keyOf(keys, list), feature);
    done();
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
    if (error === 'INTERNAL_ERROR' && this.outages.delayMsBetween(when.askedAtMs, when.answeredAtMs) > 0)
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
