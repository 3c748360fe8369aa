import type { Logger } from '../../../shared/logger.ts';

/** Is told what became of attempts to read. */
export type LinkPart = Pick<StoreLink, 'succeeded' | 'failed'>;

/** What tells of changes, beside the parts that are read. It counts until something is read again. */
const CHANGES = '';

/** Whether Redis answers, as the latest attempts to read each part and to listen found: of a cluster, one part can be away alone. */
export class StoreLink {
  readonly #logger: Logger;
  readonly #changed: () => void;
  readonly #failing = new Set<string>();
  #isUp: boolean | undefined;

  /** @param changed called each time the state has changed */
  constructor(logger: Logger, changed: () => void) {
    this.#logger = logger;
    this.#changed = changed;
  }

  get isUp(): boolean {
    return this.#isUp === true;
  }

  /** @param name of what is read apart from all else */
  part(name: string): LinkPart {
    return {
      succeeded: () => {
        this.succeeded(name);
      },
      failed: (reason) => {
        this.failed(reason, name);
      },
    };
  }

  succeeded(part = CHANGES): void {
    this.#failing.delete(CHANGES);
    this.#failing.delete(part);
    if (this.#isUp === true || this.#failing.size > 0) return;
    this.#isUp = true;
    this.#logger.info('Redis answers');
    this.#changed();
  }

  failed(reason: string, part = CHANGES): void {
    this.#failing.add(part);
    if (this.#isUp === false) return;
    this.#isUp = false;
    this.#logger.warn(`Redis does not answer, so nothing newer is served until it does: ${reason}`);
    this.#changed();
  }
}
