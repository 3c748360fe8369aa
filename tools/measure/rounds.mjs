import { quantile } from './quantile.mjs';

/**
 * A running program that takes part in the rounds of a bench.
 * @typedef {object} Contender
 * @property {string} name
 * @property {(() => Promise<Record<string, number>>)[]} measures what it does in a round. Each returns values
 * by the names of the measurements
 * @property {() => Promise<void>} stop
 */

/**
 * Lets all contenders take their measures in each round, the same measure one right after the other, so that
 * other load on the machine affects all of them equally. A round before the first one warms up.
 * @param {Contender[]} contenders
 * @param {number} count
 * @param {(text: string) => void} note shows the progress
 * @returns {Promise<Rounds>}
 */
export async function runRounds(contenders, count, note) {
  const rounds = new Map(contenders.map(({ name }) => [name, []]));
  for (let index = 0; index <= count; index += 1) {
    note(index === 0 ? 'warming up' : `round ${index} of ${count}`);
    const values = new Map(contenders.map(({ name }) => [name, {}]));
    for (const step of contenders[0].measures.keys())
      for (const { measures, name } of contenders) Object.assign(values.get(name), await measures[step]());
    if (index > 0) for (const [name, results] of rounds) results.push(values.get(name));
  }
  return new Rounds(rounds);
}

/** What the contenders measured in the same rounds. */
export class Rounds {
  #rounds;

  /** @param {Map<string, Record<string, number>[]>} rounds by the name of the contender */
  constructor(rounds) {
    this.#rounds = rounds;
  }

  /** @returns {string[]} the names of the measurements of a contender */
  measurements(contender) {
    return Object.keys(this.#rounds.get(contender)[0]);
  }

  /** @returns {Spread} */
  values(contender, measurement) {
    return spreadOf(this.#rounds.get(contender).map((values) => values[measurement]));
  }

  /** @returns {Spread} of the ratios of a contender to another one in the same round */
  ratios(contender, other, measurement) {
    const others = this.#rounds.get(other);
    return spreadOf(
      this.#rounds.get(contender).map((values, index) => values[measurement] / others[index][measurement]),
    );
  }
}

/**
 * @typedef {{ value: number, spread: [number, number] }} Spread the median, and the range of the middle half
 * @param {number[]} values
 * @returns {Spread}
 */
function spreadOf(values) {
  return { value: quantile(values, 0.5), spread: [quantile(values, 0.25), quantile(values, 0.75)] };
}
