import type { Logger } from '../../../../shared/logger.ts';
import { describeNodes } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { explainReply, WrongServerKind } from '../../../../shared/redis/url/server-kind.ts';
import { JavaException } from '../java-interop.ts';

/**
 * Logs each loss of Redis and each reconnection once. Fulfils `attempted` when the first attempt to connect
 * has ended, or was abandoned.
 */
export class ConnectionLog {
  readonly #logger: Logger;
  readonly #url: RedisUrl;
  readonly #address: string;
  readonly #isRetried: boolean;
  #state: 'connecting' | 'up' | 'down' = 'connecting';
  #wasUp = false;
  /** The reason of the last warning. */
  #reason = '';
  #markAttempted: () => void = () => undefined;
  /** Fulfilled when the first attempt to connect has succeeded, failed, or was abandoned. */
  readonly attempted = new Promise<void>((resolve) => {
    this.#markAttempted = resolve;
  });

  /**
   * @param isRetried whether a failed first attempt is retried: true at the start, false at a reload
   */
  constructor(logger: Logger, url: RedisUrl, isRetried: boolean) {
    this.#logger = logger;
    this.#url = url;
    this.#address = describeNodes(url);
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
    const explained = explanationOf(cause, this.#url);
    const reason = explained ?? reasonOf(cause);
    // That another kind of server has replaced a lost one is logged, too.
    if (this.#state === 'down' && (explained === undefined || reason === this.#reason)) return;
    this.#state = 'down';
    this.#reason = reason;
    const next = this.#wasUp || this.#isRetried ? ', reconnecting' : '';
    this.#logger.warn(`Redis at ${this.#address} is unreachable${next}: ${reason}`);
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

/** Returns which kind of server answers, if it is not the kind of the URL. */
function explanationOf(cause: unknown, url: RedisUrl): string | undefined {
  return cause instanceof WrongServerKind ? cause.message : explainReply(reasonOf(cause), url);
}

/** Returns the message of the root cause. */
function reasonOf(cause: unknown): string {
  if (cause instanceof JavaException) return cause.rootMessage;
  return cause instanceof Error ? cause.message : String(cause);
}
