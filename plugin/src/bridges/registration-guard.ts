/** A client registers its channels when it comes to a server; more often in a second, it is not read. */
const MOST_A_SECOND = 20;
const MS_PER_SECOND = 1000;

/** Bounds what one player can make the script read of channels, so that others need not wait. */
export class RegistrationGuard {
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** @param id of the player @param nowMs on the monotonic clock @returns whether this one is to be read */
  admits(id: string, nowMs: number): boolean {
    const second = Math.floor(nowMs / MS_PER_SECOND);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count <= MOST_A_SECOND;
  }
}
