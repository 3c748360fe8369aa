import type { Clock } from '../../../shared/clock.ts';

/** The first refusal waits this long, each further one of the same address twice as long. */
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;

/** Refusals of one address that wait at the same time. Further ones are sent at once, as 429. */
const MOST_WAITING = 8;

/** An address that failed no more for this long is forgotten. */
const FORGET_AFTER_MS = 600_000;

/** Addresses that are remembered. Past it, the one that failed first is forgotten. */
const MOST_ADDRESSES = 10_000;

interface Failures {
  count: number;
  waiting: number;
  latestMs: number;
}

/**
 * Who presented tokens that are none, and how long the next refusal is to take. Bounded, however many
 * addresses there are.
 */
export class FailedAttempts {
  readonly #clock: Clock;
  readonly #byAddress = new Map<string, Failures>();
  #total = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a failure.
   * @returns for how many milliseconds the refusal is to wait, and what is to be called when it was sent or
   * the client hung up; undefined where so many refusals of the address wait that no further one does
   */
  add(address: string): { readonly delayMs: number; readonly done: () => void } | undefined {
    const failures = this.#failuresOf(address);
    failures.latestMs = this.#clock.monotonicMs();
    this.#total++;
    if (failures.waiting >= MOST_WAITING) return undefined;
    failures.count++;
    failures.waiting++;
    return {
      delayMs: Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures.count - 1)),
      done: () => {
        failures.waiting--;
      },
    };
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#byAddress.size;
  }

  /** Failures since the start. */
  get total(): number {
    return this.#total;
  }

  #failuresOf(address: string): Failures {
    const known = this.#byAddress.get(address);
    const isRecent = known !== undefined && this.#clock.monotonicMs() - known.latestMs < FORGET_AFTER_MS;
    if (isRecent) return known;
    const fresh = { count: 0, waiting: known?.waiting ?? 0, latestMs: 0 };
    this.#byAddress.delete(address);
    const [first] = this.#byAddress.keys();
    if (this.#byAddress.size >= MOST_ADDRESSES && first !== undefined) this.#byAddress.delete(first);
    this.#byAddress.set(address, fresh);
    return fresh;
  }
}

/** What counts as one address: of IPv6 the first half, since the second is its owner's to choose. */
export function addressOf(remote: string | undefined): string {
  const address = (remote ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).join(':');
}
