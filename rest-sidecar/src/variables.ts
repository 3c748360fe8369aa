export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid value, described in one line that names its variable. Never thrown beyond `parseConfig()`. */
export class Unsuitable extends Error {}

/** Environment variables by kind. */
export class Variables {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  isGiven(name: string): boolean {
    return this.given(name, '') !== '';
  }

  text(name: string, standard: string, form: RegExp, meaning: string): string {
    const value = this.given(name, standard);
    if (!form.test(value)) throw new Unsuitable(`${name} must be ${meaning}`);
    return value;
  }

  integer(name: string, standard: number, { from, to }: { from: number; to: number }): number {
    const value = this.given(name, String(standard));
    const isWithin = /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to;
    if (!isWithin) throw new Unsuitable(`${name} must be a whole number from ${from} to ${to}`);
    return Number(value);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], standard: T): T {
    const value = this.given(name, standard);
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new Unsuitable(`${name} must be one of: ${choices.join(', ')}`);
    return choice;
  }

  /** @returns the value as it is, `standard` where it is absent or empty */
  given(name: string, standard: string): string {
    const value = this.#environment[name] ?? '';
    return value === '' ? standard : value;
  }
}
