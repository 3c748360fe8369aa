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
 * The values of one collection that have another type than the Redis contract defines, or do not match its
 * schema (G26). They are counted, and each is logged once until it is valid again.
 */
export class RejectedValues {
  readonly #logger: Logger;
  readonly #collectionName: string;
  /** By key, the rejected parts by name. The empty name stands for the whole value. */
  readonly #parts = new Map<string, ReadonlyMap<string, RejectedPart>>();
  readonly #wrongTypes = new Set<string>();
  #count = 0;

  /** @param collectionName in the plural, for log lines */
  constructor(collectionName: string, logger: Logger) {
    this.#collectionName = collectionName;
    this.#logger = logger;
  }

  /** Number of values, and parts of values. */
  get count(): number {
    return this.#count;
  }

  /** Number of values of which a key has a wrong type. */
  get wrongTypeCount(): number {
    return this.#wrongTypes.size;
  }

  keys(): IterableIterator<string> {
    return this.#parts.keys();
  }

  /** Returns at most `max` of them, for operators. */
  list(max: number): readonly RejectedValue[] {
    const listed: RejectedValue[] = [];
    for (const [key, parts] of this.#parts)
      for (const { name, reason } of parts.values()) {
        if (listed.length >= max) return listed;
        listed.push({ key, part: name, reason });
      }
    return listed;
  }

  /** Records the latest result for a key. */
  record(key: string, result: ReadResult<unknown>): void {
    const known = this.#parts.get(key);
    const parts = rejectedPartsOf(result);
    if (known === undefined && parts.length === 0) return;
    const added = parts.filter(({ name }) => known?.has(name) !== true);
    this.#count -= (known?.size ?? 0) - (parts.length - added.length);
    for (const part of added) this.#add(key, part);
    if (parts.length === 0) this.#parts.delete(key);
    else this.#parts.set(key, new Map(parts.map((part) => [part.name, part])));
    if (parts.some(({ isWrongType }) => isWrongType)) this.#wrongTypes.add(key);
    else this.#wrongTypes.delete(key);
  }

  #add(key: string, { name, reason }: RejectedPart): void {
    this.#count += 1;
    if (this.#count <= LOGGED_VALUES) this.#logger.warn(`Rejected ${describePart(key, name)}: ${reason}`);
    if (this.#count === LOGGED_VALUES + 1)
      this.#logger.warn(
        `More than ${LOGGED_VALUES} ${this.#collectionName} are rejected; further ones are only counted`,
      );
  }
}

function rejectedPartsOf(result: ReadResult<unknown>): readonly RejectedPart[] {
  if (result.state === 'rejected') return [{ ...result, name: '' }];
  return (result.state === 'present' ? result.rejectedParts : undefined) ?? [];
}

function describePart(key: string, name: string): string {
  const shown = quoteBeginning(key);
  return name === '' ? shown : `${shown}, ${quoteBeginning(name)}`;
}
