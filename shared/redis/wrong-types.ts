import type { Logger } from '../logger.ts';
import { quote } from '../quote.ts';

/** Keys that hold another type than the Redis contract says. What was last known of them goes on (G26); each is told once, until it is right again. */
export class WrongTypes {
  readonly #logger: Logger;
  readonly #keys = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get count(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#keys.values();
  }

  /** @param expected what the key is to hold, such as `a hash` */
  add(key: string, expected: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#logger.warn(
      `Redis key ${quote(key)} should be ${expected}, and holds another type: its last known value is kept`,
    );
  }

  remove(key: string): void {
    this.#keys.delete(key);
  }
}
