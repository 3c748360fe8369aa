import type { Cursor, HashSource } from './hash-source.ts';
import { NameRing } from './name-ring.ts';
import type { Pairs } from './pairs.ts';
import { RecentNames } from './recent-names.ts';

/** What became different in a Redis hash. */
export interface HashDifference {
  /** New and changed fields. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

const BEGINNING = '0';

/** Fields compared in one step: below 1 ms of Redis's time, and about as much of ours. */
const COMPARED_AT_ONCE = 500;

/** Commands on their way: while one reply is compared, Redis has the next ones to work on. */
const COMMANDS_ON_THEIR_WAY = 3;

/** Fields that changed lately are likely to change again, and are asked for first. */
const RECENT = 200;

/** Values that were asked for by their names. */
interface Reading {
  readonly names: readonly string[];
  readonly texts: Promise<readonly (string | null)[]>;
}

/** What no bytes but its own become as text; in a name, it stands for bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\ufffd';

/**
 * A Redis hash as it was last read. Redis says that a hash has changed, never which of its fields. So it is gone through in steps, and each tells at once what
 * it found: first the number of fields and those that changed lately; then, where there are more than are known, the hash piece by piece until all are; and
 * all known fields by their names. What is noted meanwhile lets the comparison go on for another turn from where it is.
 */
export class HashMirror {
  readonly #source: HashSource;
  readonly #key: string;
  readonly #texts = new Map<string, string>();
  readonly #names = new NameRing();
  readonly #recent = new RecentNames(RECENT);
  /** Asked for since a change was last noted. */
  #asked: ReadonlySet<string> = new Set();
  #isNoted = false;
  #readings: Reading[] = [];
  /** How many fields the hash had when that was last asked. */
  #size = 0;
  /** Where the search for fields that are not known goes on; undefined while there is none. */
  #searched: Cursor | undefined;
  /** Whether the size was asked again since the search began, so that a field may have come behind its back. */
  #isSearchOld = false;
  #isComplete = false;

  constructor(source: HashSource, key: string) {
    this.#source = source;
    this.#key = key;
  }

  /** Anything in the hash may have changed. */
  noteChange(): void {
    this.#isNoted = true;
    this.#names.beginTurn();
  }

  /** Whether there are further steps. */
  isDue(): boolean {
    return this.#isNoted || this.#searched !== undefined || this.#isComparing;
  }

  /** Whether all of it was read once. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** Some of the fields that are known, at most `most`. */
  someFields(most: number): string[] {
    const fields: string[] = [];
    for (const field of this.#texts.keys()) if (fields.push(field) >= most) break;
    return fields;
  }

  /** @throws {RedisError} when Redis does not answer, `wrong-type` for a key that holds no hash; the step is still due then */
  async step(): Promise<HashDifference> {
    const isComparing = !this.#isNoted && this.#searched === undefined;
    if (isComparing) this.#askForMore();
    // What was asked for before is older than what is asked for next.
    const reading = this.#readings.shift();
    if (reading !== undefined) return await this.#compare(reading);
    if (this.#isNoted || this.#searched === undefined) return await this.#look();
    return await this.#search(this.#searched);
  }

  /** What is known counts as all that there is: what was noted is not looked into. */
  settle(): void {
    this.#names.endTurn();
    this.#readings = [];
    this.#isNoted = false;
    this.#searched = undefined;
    this.#isComplete = true;
  }

  /** @returns the fields that the hash had */
  #clear(): string[] {
    const fields = [...this.#texts.keys()];
    this.#texts.clear();
    this.#names.clear();
    this.settle();
    return fields;
  }

  async #look(): Promise<HashDifference> {
    const names = this.#recent.names().filter((name) => this.#texts.has(name));
    this.#isNoted = false;
    try {
      const reading = names.length === 0 ? [] : this.#source.read(this.#key, names);
      const [size, texts] = await Promise.all([this.#source.size(this.#key), reading]);
      this.#size = size;
      this.#asked = new Set(names);
      if (size === 0) return { written: new Map(), removed: this.#clear() };
      if (this.#searched === undefined) this.#searchIfMissing();
      else this.#isSearchOld = true;
      // Those that are gone are told by the comparison.
      return { written: this.#takeOver(names, texts), removed: [] };
    } catch (error) {
      this.#isNoted = true;
      throw error;
    }
  }

  async #search(from: Cursor): Promise<HashDifference> {
    const { next, pairs } = await this.#source.scan(this.#key, from);
    const written = this.#takeOver(every(pairs, 0), every(pairs, 1));
    const isOver = next === BEGINNING || !this.#isMissing;
    this.#searched = isOver ? undefined : next;
    if (!isOver) return { written, removed: [] };
    if (!this.#isSearchOld || !this.#isMissing) this.#isComplete = true;
    else if (!this.#isComparing) this.#searchIfMissing();
    return { written, removed: [] };
  }

  #askForMore(): void {
    while (this.#readings.length < COMMANDS_ON_THEIR_WAY && !this.#names.isDone) {
      const names = this.#names.take(COMPARED_AT_ONCE);
      const texts = this.#source.read(this.#key, names);
      // It is waited for in a later step; until then, a failure is nobody's.
      texts.catch(() => undefined);
      this.#readings.push({ names, texts });
    }
  }

  async #compare({ names, texts: reply }: Reading): Promise<HashDifference> {
    try {
      const texts = await reply;
      const gone = new Set(names.filter((name, index) => texts[index] === null && this.#texts.delete(name)));
      this.#names.drop(gone);
      // What was asked for a moment ago and differs by now is noted, or about to be.
      const written = this.#takeOver(names, texts, this.#asked);
      if (!this.#isComparing) this.#searchIfMissing();
      return { written, removed: [...gone] };
    } catch (error) {
      this.#readings = [];
      this.#names.beginTurn();
      throw error;
    }
  }

  /** @returns those that are new or differ from what is known, without those in `except` */
  #takeOver(
    names: readonly string[],
    texts: readonly (string | null | undefined)[],
    except: ReadonlySet<string> = new Set(),
  ): Map<string, string> {
    const written = new Map<string, string>();
    for (const [index, name] of names.entries()) {
      const text = texts[index];
      const known = this.#texts.get(name);
      if (text === known || typeof text !== 'string' || except.has(name)) continue;
      // A name that is not UTF-8 cannot be asked for, nor told from others.
      if (name.includes(REPLACEMENT_CHARACTER)) continue;
      if (known === undefined) this.#names.add(name);
      this.#texts.set(name, text);
      if (this.#isComplete) this.#recent.note(name);
      written.set(name, text);
    }
    return written;
  }

  get #isComparing(): boolean {
    return this.#readings.length > 0 || !this.#names.isDone;
  }

  get #isMissing(): boolean {
    return this.#texts.size < this.#size;
  }

  #searchIfMissing(): void {
    this.#searched = this.#isMissing ? BEGINNING : undefined;
    this.#isSearchOld = false;
  }
}

function every(pairs: Pairs, offset: 0 | 1): string[] {
  return pairs.filter((_, index) => index % 2 === offset);
}
