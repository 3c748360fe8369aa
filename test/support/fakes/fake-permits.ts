import type { PermitCommands } from '../../../shared/redis/player-permits.ts';
import type { SetNxPxReply } from '../../../shared/redis/redis-commands.ts';

/**
 * Permits as in Redis, by a clock that the test moves: a simple implementation of `SET NX PX` and of the
 * sliding window script.
 */
export class FakePermits {
  nowMs = 0;
  /** When each key was granted a permit, oldest first. */
  readonly grantedAtMs = new Map<string, number[]>();

  setNxPx(key: string, ttlMs: number): SetNxPxReply {
    const last = this.grantedAtMs.get(key)?.at(-1);
    const ttlLeftMs = last === undefined ? 0 : last + ttlMs - this.nowMs;
    if (ttlLeftMs > 0) return { stored: false, ttlMs: ttlLeftMs };
    this.#grant(key);
    return { stored: true, ttlMs };
  }

  /** @returns milliseconds until the next permit, 0 if this one is granted */
  slidingWindow(key: string, maxRequests: number, windowMs: number): number {
    const inWindow = (this.grantedAtMs.get(key) ?? []).filter((at) => at + windowMs > this.nowMs);
    const oldest = inWindow.at(-maxRequests);
    if (oldest !== undefined) return oldest + windowMs - this.nowMs;
    this.#grant(key);
    return 0;
  }

  /**
   * The connection of a proxy.
   * @param pass called before the command is executed, and again before its reply
   */
  connect(pass: () => Promise<unknown>): PermitCommands {
    const ask = async <T>(work: () => T): Promise<T> => {
      await pass();
      const reply = work();
      await pass();
      return reply;
    };
    return {
      setNxPx: (key, _value, ttlMs) => ask(() => this.setNxPx(key, ttlMs)),
      evaluate: (_script, [key = ''], [maxRequests, windowMs]) =>
        ask(() => this.slidingWindow(key, Number(maxRequests), Number(windowMs))),
    };
  }

  #grant(key: string): void {
    this.grantedAtMs.set(key, [...(this.grantedAtMs.get(key) ?? []), this.nowMs]);
  }
}
