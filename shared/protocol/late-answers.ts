import type { CancelTimer, Timers } from '../timers.ts';

/** How often those that are too late are looked for, within the time that an answer may take. */
const LOOKS = 15;

/** An answer that somebody waits for; its parts are for {@link LateAnswers} alone to write. */
export interface LateAnswer {
  /** The last look before it was begun. */
  begunAt: number;
  /** Whether it was given, or given up. */
  isOver: boolean;
}

/**
 * Answers for which others have to be asked: counted, and given up when they take too long (G51). One timer looks after them all, and only while there are any: one for each
 * would cost more than the rest of waiting.
 */
export class LateAnswers<Answer extends LateAnswer> {
  readonly #timers: Timers;
  readonly #intervalMs: number;
  readonly #giveUp: (late: Answer) => void;
  /** Oldest first, and among them some that are over. */
  #begun: Answer[] = [];
  #looks = 0;
  #count = 0;
  #isLooking = false;
  #idle: () => void = () => undefined;

  /**
   * @param deadlineMs how long an answer may take, in milliseconds; up to a fifteenth less for one that was not begun at a look
   * @param giveUp told of one that takes longer, and ends it
   */
  constructor(timers: Timers, deadlineMs: number, giveUp: (late: Answer) => void) {
    this.#timers = timers;
    this.#intervalMs = deadlineMs / LOOKS;
    this.#giveUp = giveUp;
  }

  /** Those that are not over. */
  get count(): number {
    return this.#count;
  }

  /** To be followed by one `end`. */
  begin(late: Answer): void {
    late.begunAt = this.#looks;
    this.#count += 1;
    this.#begun.push(late);
    if (!this.#isLooking) this.#lookLater();
  }

  end(late: Answer): void {
    late.isOver = true;
    this.#count -= 1;
    if (this.#count === 0) this.#idle();
  }

  /** @returns when all are over, or after `withinMs` milliseconds */
  drained(withinMs: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let cancel: CancelTimer = () => undefined;
      this.#idle = () => {
        cancel();
        resolve();
      };
      cancel = this.#timers.after(withinMs, resolve);
    });
  }

  #lookLater(): void {
    this.#isLooking = true;
    this.#timers.after(this.#intervalMs, () => {
      this.#look();
    });
  }

  #look(): void {
    this.#looks += 1;
    try {
      for (const late of this.#begun)
        if (!late.isOver && late.begunAt + LOOKS <= this.#looks) this.#giveUp(late);
    } finally {
      // Where one could not be given up, the others have their turn at the next look.
      this.#begun = this.#begun.filter(({ isOver }) => !isOver);
      this.#isLooking = false;
      if (this.#begun.length > 0) this.#lookLater();
    }
  }
}
