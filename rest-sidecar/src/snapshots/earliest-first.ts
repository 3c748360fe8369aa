/** Ids by time, of which the earliest is found at once, however many there are: a binary heap that knows where each id is. */
export class EarliestFirst {
  readonly #ids: string[] = [];
  readonly #times = new Map<string, number>();
  readonly #places = new Map<string, number>();

  /** The earliest time; Infinity where there is none. */
  get earliest(): number {
    return this.#timeAt(0);
  }

  /** The id of the earliest time; undefined where there is none. */
  get first(): string | undefined {
    return this.#ids[0];
  }

  /** @param time Infinity for none */
  set(id: string, time: number): void {
    if (time === Infinity) {
      this.delete(id);
      return;
    }
    this.#times.set(id, time);
    this.#settle(id, this.#places.get(id) ?? this.#ids.length);
  }

  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#times.delete(id);
    this.#places.delete(id);
    const last = this.#ids.pop();
    if (last !== undefined && last !== id) this.#settle(last, place);
  }

  /** Puts the id at the place, or as far up or down from there as its time says. */
  #settle(id: string, from: number): void {
    const time = this.#times.get(id) ?? Infinity;
    let place = from;
    for (let above = (place - 1) >> 1; place > 0 && this.#timeAt(above) > time; above = (place - 1) >> 1) {
      this.#put(this.#ids[above] ?? '', place);
      place = above;
    }
    for (
      let below = this.#earlierBelow(place);
      this.#timeAt(below) < time;
      below = this.#earlierBelow(place)
    ) {
      this.#put(this.#ids[below] ?? '', place);
      place = below;
    }
    this.#put(id, place);
  }

  #put(id: string, place: number): void {
    this.#ids[place] = id;
    this.#places.set(id, place);
  }

  #earlierBelow(place: number): number {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    return this.#timeAt(right) < this.#timeAt(left) ? right : left;
  }

  #timeAt(place: number): number {
    return this.#times.get(this.#ids[place] ?? '') ?? Infinity;
  }
}
