import { nearestName } from '../shared/nearest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid value. The message is one line that names the variable. `parseConfig()` catches it. */
export class InvalidSetting extends Error {}

/** A name with more differences is another one. */
const MAX_TYPOS = 2;

/** Reads environment variables as typed values. */
export class Variables {
  readonly #environment: Environment;
  readonly #names = new Set<string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  isGiven(name: string): boolean {
    return this.read(name, '') !== '';
  }

  text(name: string, defaultValue: string, pattern: RegExp, meaning: string): string {
    const value = this.read(name, defaultValue);
    if (!pattern.test(value)) throw new InvalidSetting(`${name} must be ${meaning}`);
    return value;
  }

  integer(name: string, defaultValue: number, { from, to }: { from: number; to: number }): number {
    const value = this.read(name, String(defaultValue));
    const isWithin = /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to;
    if (!isWithin) throw new InvalidSetting(`${name} must be a whole number from ${from} to ${to}`);
    return Number(value);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], defaultValue: T): T {
    const value = this.read(name, defaultValue);
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new InvalidSetting(`${name} must be one of: ${choices.join(', ')}`);
    return choice;
  }

  /** @returns the value, or `defaultValue` if the variable is absent or empty */
  read(name: string, defaultValue: string): string {
    this.#names.add(name);
    const value = this.#environment[name] ?? '';
    return value === '' ? defaultValue : value;
  }

  /** Returns the variables that were read and are set, with their values. */
  given(): Readonly<Record<string, string>> {
    const given = [...this.#names].filter((name) => this.isGiven(name));
    return Object.fromEntries(given.map((name) => [name, this.read(name, '')]));
  }

  /**
   * Returns a sentence for each variable that nothing reads, but whose name resembles one that is absent.
   * @param others names that are read otherwise
   */
  misspelt(others: readonly string[] = []): readonly string[] {
    const known = [...this.#names, ...others];
    const absent = known.filter((name) => this.#environment[name] === undefined);
    const unknown = Object.keys(this.#environment).filter(
      (name) => name.includes('_') && !known.includes(name),
    );
    return unknown.flatMap((name) => {
      const nearest = nearestName(name, absent, MAX_TYPOS);
      return nearest === undefined ? [] : [`${name} is not a setting: did you mean ${nearest}?`];
    });
  }
}
