import type { ChangeListener } from './change-feed.ts';

/** Combines several feeds, each of which reports a part of the keys, into one: it listens while all of them do. */
export class ListeningParts {
  readonly #whole: ChangeListener;
  /** By the parts' names, whether each listens. */
  readonly #parts = new Map<string, boolean>();
  #isWhole = false;

  constructor(whole: ChangeListener) {
    this.#whole = whole;
  }

  /** @returns the listener of one more part, which does not listen yet */
  add(name: string): ChangeListener {
    this.#parts.set(name, false);
    this.#update();
    return {
      keysChanged: (keys) => {
        this.#whole.keysChanged(keys);
      },
      anythingMayHaveChanged: () => {
        const wasWhole = this.#isWhole;
        this.#parts.set(name, true);
        this.#update();
        // All keys of this part were flushed.
        if (wasWhole) this.#whole.anythingMayHaveChanged();
      },
      lost: () => {
        this.#parts.set(name, false);
        this.#update();
      },
    };
  }

  /** The part has no keys any more, and says nothing more. */
  remove(name: string): void {
    this.#parts.delete(name);
    this.#update();
  }

  #update(): void {
    const wasWhole = this.#isWhole;
    this.#isWhole = this.#parts.size > 0 && [...this.#parts.values()].every(Boolean);
    if (this.#isWhole && !wasWhole) this.#whole.anythingMayHaveChanged();
    if (wasWhole && !this.#isWhole) this.#whole.lost();
  }
}
