import type { Logger } from '../../logger.ts';
import { quoteBeginning } from '../../quote.ts';
import type { ReadResult, RejectedPart } from './collection.ts';

/**
 * Maximum number of rejected values of one collection that are logged individually; further ones are only
 * counted.
 */
const LOGGED_VALUES = 20;

/** A value in Redis that is not served, and the reason. */
export interface RejectedValue {
  readonly key: string;
  /** Such as a field of a hash; empty for the whole value. */
  readonly part: string;
  /** A sentence. */
  readonly reason: string;
}

/**
 * The keys of one collection with another type than the Redis contract defines, or with a value that does not
 * match its schema (G26). They are counted, and each is logged once until it is valid again.
 */
export class RejectedValues {
  readonly #logger: Logger;
  readonly #collectionName: string;
  /** The expected type by key. */
  readonly #wrongTypes = new Map<string, string>();
  /** The names of the rejected parts with the reasons, by key. The empty name stands for the whole value. */
  readonly #parts = new Map<string, ReadonlyMap<string, string>>();
  #partCount = 0;

  /** @param collectionName in the plural, for log lines */
  constructor(collectionName: string, logger: Logger) {
    this.#collectionName = collectionName;
    this.#logger = logger;
  }

  get wrongTypeCount(): number {
    return this.#wrongTypes.size;
  }

  /** Number of omitted values and parts of values. */
  get partCount(): number {
    return this.#partCount;
  }

  keys(): readonly string[] {
    return [...this.#wrongTypes.keys(), ...this.#parts.keys()];
  }

  /** Returns at most `max` of them, for operators. */
  list(max: number): readonly RejectedValue[] {
    const listed: RejectedValue[] = [];
    for (const [key, expected] of this.#wrongTypes) {
      if (listed.length >= max) return listed;
      listed.push({ key, part: '', reason: `It should be ${expected}, and holds another type.` });
    }
    for (const [key, parts] of this.#parts)
      for (const [part, reason] of parts) {
        if (listed.length >= max) return listed;
        listed.push({ key, part, reason });
      }
    return listed;
  }

  /** Records the latest result for a key. */
  record(key: string, result: ReadResult<unknown>): void {
    if (result.state !== 'wrong type') this.#wrongTypes.delete(key);
    else if (!this.#wrongTypes.has(key)) this.#addWrongType(key, result.expected);
    this.#setParts(key, rejectedPartsOf(result));
  }

  #addWrongType(key: string, expected: string): void {
    this.#wrongTypes.set(key, expected);
    this.#logger.warn(
      `Redis key ${quoteBeginning(key)} should be ${expected}, and holds another type: its last known value is kept`,
    );
  }

  #setParts(key: string, parts: readonly RejectedPart[]): void {
    const known = this.#parts.get(key);
    if (known === undefined && parts.length === 0) return;
    const added = parts.filter(({ name }) => known?.has(name) !== true);
    this.#partCount -= (known?.size ?? 0) - (parts.length - added.length);
    for (const part of added) this.#addPart(key, part);
    if (parts.length === 0) this.#parts.delete(key);
    else this.#parts.set(key, new Map(parts.map(({ name, reason }) => [name, reason])));
  }

  #addPart(key: string, { name, reason }: RejectedPart): void {
    this.#partCount += 1;
    if (this.#partCount <= LOGGED_VALUES) this.#logger.warn(`Rejected ${describePart(key, name)}: ${reason}`);
    if (this.#partCount === LOGGED_VALUES + 1)
      this.#logger.warn(
        `More than ${LOGGED_VALUES} ${this.#collectionName} are rejected; further ones are only counted`,
      );
  }
}

function rejectedPartsOf(result: ReadResult<unknown>): readonly RejectedPart[] {
  if (result.state === 'rejected') return [{ name: '', reason: result.reason }];
  return (result.state === 'present' ? result.rejectedParts : undefined) ?? [];
}

function describePart(key: string, name: string): string {
  const shown = quoteBeginning(key);
  return name === '' ? shown : `${shown}, ${quoteBeginning(name)}`;
}
