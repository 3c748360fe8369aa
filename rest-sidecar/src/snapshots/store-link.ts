import type { Logger } from '../../../shared/logger.ts';

/** Whether Redis answers, as the latest attempt to read or to listen found. */
export class StoreLink {
  readonly #logger: Logger;
  readonly #changed: () => void;
  #isUp: boolean | undefined;

  /** @param changed called each time the state has changed */
  constructor(logger: Logger, changed: () => void) {
    this.#logger = logger;
    this.#changed = changed;
  }

  get isUp(): boolean {
    return this.#isUp === true;
  }

  succeeded(): void {
    if (this.#isUp === true) return;
    this.#isUp = true;
    this.#logger.info('Redis answers');
    this.#changed();
  }

  failed(reason: string): void {
    if (this.#isUp === false) return;
    this.#isUp = false;
    this.#logger.warn(`Redis does not answer, so nothing newer is served until it does: ${reason}`);
    this.#changed();
  }
}
