import type { Logger } from '../../../../shared/logger.ts';
import { JavaException } from '../java-exception.ts';

/** Tells the log of a Redis that comes and goes, and whoever waits that the first attempt to reach it is over. */
export class Attempt {
  readonly #logger: Logger;
  readonly #address: string;
  #markOver: () => void = () => undefined;
  #wasDown = false;
  /** Fulfilled when Redis was reached, or was not. */
  readonly over = new Promise<void>((resolve) => {
    this.#markOver = resolve;
  });

  /** @param address hosts and ports, without a password */
  constructor(logger: Logger, address: string) {
    this.#logger = logger;
    this.#address = address;
  }

  readonly up = (): void => {
    this.#logger.info(this.#wasDown ? 'Redis is back' : 'Redis is connected');
    this.#wasDown = false;
    this.#markOver();
  };

  readonly down = (cause: unknown): void => {
    this.#wasDown = true;
    this.#logger.warn(
      `Redis is out of reach at ${this.#address}, and is tried again until it is back: ${reasonOf(cause)}`,
    );
    this.#markOver();
  };

  /** Redis answers, but does not tell of changes. */
  readonly deaf = (cause: unknown): void => {
    this.#logger.warn(`Changes in Redis cannot be heard: ${reasonOf(cause)}`);
  };
}

/** What lies at the bottom of a failure, in a few words. */
function reasonOf(cause: unknown): string {
  if (cause instanceof JavaException) return cause.rootMessage;
  return cause instanceof Error ? cause.message : String(cause);
}
