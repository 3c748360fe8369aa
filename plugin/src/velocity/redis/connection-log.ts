import type { Logger } from '../../../../shared/logger.ts';
import { JavaException } from '../java-interop.ts';

/**
 * Logs each loss of Redis and each reconnection once. Fulfils `attempted` when the first attempt to connect
 * has ended, or was abandoned.
 */
export class ConnectionLog {
  readonly #logger: Logger;
  readonly #address: string;
  readonly #isRetried: boolean;
  #state: 'connecting' | 'up' | 'down' = 'connecting';
  #wasUp = false;
  #markAttempted: () => void = () => undefined;
  /** Fulfilled when the first attempt to connect has succeeded, failed, or was abandoned. */
  readonly attempted = new Promise<void>((resolve) => {
    this.#markAttempted = resolve;
  });

  /**
   * @param address hosts and ports, without a password
   * @param isRetried whether a failed first attempt is retried: true at the start, false at a reload
   */
  constructor(logger: Logger, address: string, isRetried: boolean) {
    this.#logger = logger;
    this.#address = address;
    this.#isRetried = isRetried;
  }

  up(): void {
    if (this.#state === 'up') return;
    this.#logger.info(`${this.#wasUp ? 'Reconnected' : 'Connected'} to Redis at ${this.#address}`);
    this.#state = 'up';
    this.#wasUp = true;
    this.#markAttempted();
  }

  down(cause: unknown): void {
    if (this.#state === 'down') return;
    this.#state = 'down';
    const next = this.#wasUp || this.#isRetried ? ', reconnecting' : '';
    this.#logger.warn(`Redis at ${this.#address} is unreachable${next}: ${reasonOf(cause)}`);
    this.#markAttempted();
  }

  /** Must be called when the connections are closed: no attempt is reported afterwards. */
  closed(): void {
    this.#markAttempted();
  }

  /** Logs that Redis answers but sends no invalidations. @returns true: it was logged */
  invalidationsLost(cause: unknown): true {
    this.#logger.warn(`Changes in Redis are not reported: ${reasonOf(cause)}`);
    return true;
  }
}

/** Returns the message of the root cause. */
function reasonOf(cause: unknown): string {
  if (cause instanceof JavaException) return cause.rootMessage;
  return cause instanceof Error ? cause.message : String(cause);
}
