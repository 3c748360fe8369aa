import type { Clock } from '../../shared/clock.ts';

/** Delay of the first refusal of an address. Each further failure doubles it. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/** Delayed refusals of one address at the same time. Further ones are sent immediately, as 429. */
const MAX_WAITING = 8;

/** The failures of an address are forgotten after this long without another one. */
const FORGET_AFTER_MS = 600_000;

/** Addresses that are remembered. Beyond that, the one with the earliest first failure is evicted. */
const MAX_ADDRESSES = 10_000;

interface Failures {
  count: number;
  waiting: number;
  latestMs: number;
}

/**
 * Counts failed authentications by address, and determines the delay of their refusals. Memory is bounded
 * regardless of the number of addresses.
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
   * @returns the delay of the refusal, and a function to call once it was sent or the client has
   * disconnected; undefined if {@link MAX_WAITING} refusals of the address are already waiting, so that this
   * one must not wait
   */
  add(address: string): { readonly delayMs: number; readonly done: () => void } | undefined {
    const failures = this.#failuresOf(address);
    failures.latestMs = this.#clock.monotonicMs();
    this.#total++;
    if (failures.waiting >= MAX_WAITING) return undefined;
    failures.count++;
    failures.waiting++;
    return {
      delayMs: Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures.count - 1)),
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
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size >= MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
    this.#byAddress.set(address, fresh);
    return fresh;
  }
}

/**
 * Returns the key of an address: the address itself for IPv4; the /64 prefix for IPv6, which has one owner.
 */
export function addressOf(remote: string | undefined): string {
  const address = (remote ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).join(':');
}
