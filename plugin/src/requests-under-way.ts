import type { CancelTimer, Timers } from '../../shared/timers.ts';

/** Counts the requests that are under way, and tells when there are none. */
export class RequestsUnderWay {
  #count = 0;
  #idle: () => void = () => undefined;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#idle();
  }

  /** @returns when all have ended, or after `withinMs` milliseconds */
  drained(withinMs: number, timers: Timers): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let cancel: CancelTimer = () => undefined;
      this.#idle = () => {
        cancel();
        resolve();
      };
      cancel = timers.after(withinMs, resolve);
    });
  }
}
