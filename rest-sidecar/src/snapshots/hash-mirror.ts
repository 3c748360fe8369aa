import { HashSearch } from './hash-search.ts';
import type { HashSource } from './hash-source.ts';
import { NameRing } from './name-ring.ts';
import type { Pairs } from './pairs.ts';
import { RecentNames } from './recent-names.ts';

/** What became different in a Redis hash. */
export interface HashDifference {
  /** New and changed fields. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** Fields compared in one step: below 1 ms of Redis's time, and about as much of ours. */
const COMPARED_AT_ONCE = 500;

/** Commands on their way: while one reply is compared, Redis has the next ones to work on. */
const COMMANDS_ON_THEIR_WAY = 3;

/** Fields that changed lately are likely to change again, and are asked for first. */
const RECENT = 200;

/** What no bytes but its own become as text; in a name, it stands for bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\ufffd';

/** In the order of some names; null for one that is not there. */
type Texts = readonly (string | null)[];

/** What Redis was asked for. */
type Reply = () => Promise<readonly [names: readonly string[], texts: Texts]>;

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
  #lookedAt: ReadonlySet<string> = new Set();
  #isNoted = false;
  /** On their way, the oldest first. */
  #replies: Reply[] = [];
  /** How many fields the hash had when that was last asked. */
  #size = 0;
  /** For fields that are not known; undefined while there is none. */
  #search: HashSearch | undefined;
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
    return this.#isNoted || this.#search !== undefined || this.#isComparing;
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
    if (!this.#isNoted) this.#askForMore();
    // What was asked for before is older than what is asked for next.
    const reply = this.#replies.shift();
    if (reply === undefined) return await this.#look();
    try {
      const [names, texts] = await reply();
      // What was looked at a moment ago and differs by now is noted, or about to be.
      const difference = this.#takeOver(names, texts, this.#lookedAt);
      if (this.#search !== undefined) this.#endSearchIfOver(this.#search);
      else if (!this.#isComparing) this.#searchIfMissing();
      return difference;
    } catch (error) {
      // What else is on its way is lost as well.
      this.#replies = [];
      this.#search &&= new HashSearch('in parts');
      this.#names.beginTurn();
      throw error;
    }
  }

  /** What is known counts as all that there is: what was noted is not looked into. */
  settle(): void {
    this.#names.endTurn();
    this.#replies = [];
    this.#isNoted = false;
    this.#search = undefined;
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
      this.#lookedAt = new Set(names);
      if (size === 0) return { written: new Map(), removed: this.#clear() };
      const difference = this.#takeOver(names, texts);
      if (this.#search === undefined) this.#searchIfMissing();
      else this.#isSearchOld = true;
      return difference;
    } catch (error) {
      this.#isNoted = true;
      throw error;
    }
  }

  #askForMore(): void {
    while (this.#replies.length < COMMANDS_ON_THEIR_WAY) {
      const reply = this.#search === undefined ? this.#askForNames() : this.#askForPiece(this.#search);
      if (reply === undefined) return;
      this.#replies.push(reply);
    }
  }

  #askForPiece(search: HashSearch): Reply | undefined {
    const cursor = search.take();
    if (cursor === undefined) return undefined;
    const piece = inAdvance(this.#source.scan(this.#key, cursor));
    return async () => {
      const { next, pairs } = await piece;
      search.goOn(cursor, next);
      return [every(pairs, 0), every(pairs, 1)];
    };
  }

  #askForNames(): Reply | undefined {
    if (this.#names.isDone) return undefined;
    const names = this.#names.take(COMPARED_AT_ONCE);
    const texts = inAdvance(this.#source.read(this.#key, names));
    return async () => [names, await texts];
  }

  /** @returns what differs from what is known, but for the names in `except` */
  #takeOver(names: readonly string[], texts: Texts, except: ReadonlySet<string> = new Set()): HashDifference {
    const written = new Map<string, string>();
    const removed = new Set<string>();
    for (const [index, name] of names.entries()) {
      const text = texts[index] ?? undefined;
      const known = this.#texts.get(name);
      // A name that is not UTF-8 cannot be asked for, nor told from others.
      if (text === known || except.has(name) || name.includes(REPLACEMENT_CHARACTER)) continue;
      if (text === undefined) {
        this.#texts.delete(name);
        removed.add(name);
        continue;
      }
      if (known === undefined) this.#names.add(name);
      this.#texts.set(name, text);
      if (this.#isComplete) this.#recent.note(name);
      written.set(name, text);
    }
    this.#names.drop(removed);
    return { written, removed: [...removed] };
  }

  get #isComparing(): boolean {
    return this.#replies.length > 0 || !this.#names.isDone;
  }

  get #isMissing(): boolean {
    return this.#texts.size < this.#size;
  }

  #searchIfMissing(): void {
    this.#search = this.#isMissing ? new HashSearch('in parts') : undefined;
    this.#isSearchOld = false;
  }

  #endSearchIfOver(search: HashSearch): void {
    if (this.#isMissing && !search.isOver) return;
    this.#search = undefined;
    if (!this.#isMissing) this.#isComplete = true;
    else if (!this.#isSearchOld && !search.isWhole) this.#search = new HashSearch('whole');
    else if (!this.#isSearchOld) this.#isComplete = true;
    else if (!this.#isComparing) this.#searchIfMissing();
  }
}

/** A command whose reply is waited for in a later step; until then, a failure is nobody's. */
function inAdvance<T>(reply: Promise<T>): Promise<T> {
  reply.catch(() => undefined);
  return reply;
}

function every(pairs: Pairs, offset: 0 | 1): string[] {
  return pairs.filter((_, index) => index % 2 === offset);
}
