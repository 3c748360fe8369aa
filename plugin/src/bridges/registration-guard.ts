/** A client registers its channels when it joins a server. Registrations beyond this limit are ignored. */
const MAX_PER_SECOND = 20;
const MS_PER_SECOND = 1000;

/** Limits the registrations that the script reads from one player, so that one client cannot delay others. */
export class RegistrationGuard {
  readonly #counts = new Map<string, number>();
  #second = 0;

  /**
   * @param id of the player
   * @param nowMs on the monotonic clock
   * @returns whether this registration may be read
   */
  admits(id: string, nowMs: number): boolean {
    const second = Math.floor(nowMs / MS_PER_SECOND);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count <= MAX_PER_SECOND;
  }
}
