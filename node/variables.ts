import { nearestName } from '../shared/nearest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid value. The message is one line that names the variable. `parseConfig()` catches it. */
export class InvalidSetting extends Error {}

/** A name with more differences is another one. */
const MAX_TYPOS = 2;

/**
 * Names of variables that Kubernetes, and links of Docker, set in each container for a service: for one
 * called `admin`, they include `ADMIN_SERVICE_HOST`, `ADMIN_PORT_80_TCP` and `ADMIN_PORT`.
 */
const LINK_NAME = /_(?:SERVICE_HOST|SERVICE_PORT|PORT_\d{1,5}_(?:TCP|UDP|SCTP))(?:_|$)/;
/** The value of `ADMIN_PORT` then, which a port of ours never has. */
const LINK_URL = /^(?:tcp|udp|sctp):\/\//;

function isServiceLink(name: string, value: string): boolean {
  return LINK_NAME.test(name) || (name.endsWith('_PORT') && LINK_URL.test(value));
}

/** What other programs call the parts of `REDIS_URL`. */
const URL_PART = /^REDIS_(?:ADDR|HOST|PORT|DB|DATABASE|TLS|SSL)/;
const LOGIN_PART = /^REDIS_(?:AUTH|PASS|USER)/;

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

  /** @returns the value, or `defaultValue` if the variable is absent, empty or set for a service */
  read(name: string, defaultValue: string): string {
    this.#names.add(name);
    const value = this.#environment[name] ?? '';
    return value === '' || isServiceLink(name, value) ? defaultValue : value;
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
    return Object.entries(this.#environment).flatMap(([name, value = '']) => {
      if (known.includes(name) || isServiceLink(name, value)) return [];
      const hint = this.#isPartOfRedisUrl(name)
        ? 'REDIS_URL has the address, the user and the password of Redis'
        : didYouMean(name, absent);
      return hint === undefined ? [] : [`${name} is not a setting: ${hint}`];
    });
  }

  #isPartOfRedisUrl(name: string): boolean {
    const url = this.#environment['REDIS_URL'] ?? '';
    return url === ''
      ? URL_PART.test(name) || LOGIN_PART.test(name)
      : LOGIN_PART.test(name) && !url.includes('@');
  }
}

/** Names without an underscore belong to others, unless only the underscores are missing. */
function didYouMean(name: string, known: readonly string[]): string | undefined {
  const nearest = name.includes('_')
    ? nearestName(name, known, MAX_TYPOS)
    : known.find((candidate) => candidate !== name && candidate.replaceAll('_', '') === name);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}
