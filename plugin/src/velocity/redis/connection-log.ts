import type { Logger } from '../../../../shared/logger.ts';
import { JavaException } from '../java-exception.ts';

/** Logs when Redis is lost and when it is back, each once, and fulfils `attempted` when the first attempt is over. */
export class ConnectionLog {
  readonly #logger: Logger;
  readonly #address: string;
  #state: 'connecting' | 'up' | 'down' = 'connecting';
  #markAttempted: () => void = () => undefined;
  /** Fulfilled when Redis was reached, or was not. */
  readonly attempted = new Promise<void>((resolve) => {
    this.#markAttempted = resolve;
  });

  /** @param address hosts and ports, without a password */
  constructor(logger: Logger, address: string) {
    this.#logger = logger;
    this.#address = address;
  }

  up(): void {
    if (this.#state === 'up') return;
    this.#logger.info(this.#state === 'down' ? 'Redis is back' : 'Redis is connected');
    this.#state = 'up';
    this.#markAttempted();
  }

  down(cause: unknown): void {
    if (this.#state === 'down') return;
    this.#state = 'down';
    this.#logger.warn(
      `Redis is out of reach at ${this.#address}, and is tried again until it is back: ${reasonOf(cause)}`,
    );
    this.#markAttempted();
  }

  /** Redis answers, but sends no invalidations. */
  changesUnheard(cause: unknown): void {
    this.#logger.warn(`Changes in Redis cannot be heard: ${reasonOf(cause)}`);
  }
}

/** The root of a failure, in a few words. */
function reasonOf(cause: unknown): string {
  if (cause instanceof JavaException) return cause.rootMessage;
  return cause instanceof Error ? cause.message : String(cause);
}
