import type { Counters } from '../../shared/redis/programs/program-record.ts';

/** Number of mods that are reported. */
const REPORTED = 50;
/** Number of mods that are counted: players can invent names, and the mods asked least are forgotten. */
const MAX_COUNTED = 500;
/** The name under which the mods that are not reported are counted together. */
const OTHER = 'other';

/** Counts answers by mod since the start, and reports the mods that ask most. */
export class AnswersByMod {
  readonly #counts = new Map<string, number>();
  #reported: ReadonlySet<string> = new Set();
  #other = 0;

  add(mod: string): void {
    this.#counts.set(mod, (this.#counts.get(mod) ?? 0) + 1);
    if (!this.#reported.has(mod)) this.#other += 1;
    if (this.#counts.size > MAX_COUNTED)
      for (const [name] of this.#ranked().slice(REPORTED)) this.#counts.delete(name);
  }

  /**
   * Returns the counts of the mods that have asked most, and of the others as `other`. No count decreases
   * from one report to the next; the first one of a mod also has what was counted as `other` before.
   */
  report(): Counters {
    const top = this.#ranked().slice(0, REPORTED);
    this.#reported = new Set(top.map(([mod]) => mod));
    return { ...Object.fromEntries(top), [OTHER]: this.#other };
  }

  #ranked(): [string, number][] {
    const mods = [...this.#counts].filter(([mod]) => mod !== OTHER);
    return mods.sort(([, one], [, other]) => other - one);
  }
}
