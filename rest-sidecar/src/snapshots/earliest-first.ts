/**
 * Numbers, from 0 on and without large gaps, by time: the earliest is found at once, however many there are. A binary heap that knows where each number is. All
 * of it stands in arrays of numbers, which cost garbage collection nothing.
 */
export class EarliestFirst {
  readonly #heap: number[] = [];
  /** Of each number; Infinity for none. */
  readonly #times: number[] = [];
  /** Where in the heap each number is; -1 for nowhere. */
  readonly #places: number[] = [];

  /** The earliest time; Infinity where there is none. */
  get earliest(): number {
    return this.#timeAt(0);
  }

  /** The number of the earliest time; undefined where there is none. */
  get first(): number | undefined {
    return this.#heap[0];
  }

  /** @param time Infinity for none */
  set(number: number, time: number): void {
    if (time === Infinity) {
      this.delete(number);
      return;
    }
    while (this.#times.length <= number) this.#addNumber();
    this.#times[number] = time;
    const place = this.#placeOf(number);
    this.#settle(number, place === -1 ? this.#heap.length : place);
  }

  delete(number: number): void {
    const place = this.#placeOf(number);
    if (place === -1) return;
    this.#times[number] = Infinity;
    this.#places[number] = -1;
    const last = this.#heap.pop();
    if (last !== undefined && last !== number) this.#settle(last, place);
  }

  #addNumber(): void {
    this.#times.push(Infinity);
    this.#places.push(-1);
  }

  /** Puts the number at the place, or as far up or down from there as its time says. */
  #settle(number: number, from: number): void {
    const time = this.#times[number] ?? Infinity;
    let place = from;
    for (let above = (place - 1) >> 1; place > 0 && this.#timeAt(above) > time; above = (place - 1) >> 1) {
      this.#put(this.#heap[above] ?? 0, place);
      place = above;
    }
    for (
      let below = this.#earlierBelow(place);
      this.#timeAt(below) < time;
      below = this.#earlierBelow(place)
    ) {
      this.#put(this.#heap[below] ?? 0, place);
      place = below;
    }
    this.#put(number, place);
  }

  #put(number: number, place: number): void {
    this.#heap[place] = number;
    this.#places[number] = place;
  }

  #placeOf(number: number): number {
    return this.#places[number] ?? -1;
  }

  #earlierBelow(place: number): number {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    return this.#timeAt(right) < this.#timeAt(left) ? right : left;
  }

  #timeAt(place: number): number {
    const number = this.#heap[place];
    return number === undefined ? Infinity : (this.#times[number] ?? Infinity);
  }
}
