import type { HashSource } from './hash-source.ts';
import { NameRing } from './name-ring.ts';
import { RecentNames } from './recent-names.ts';

/** What became different in a Redis hash. */
export interface HashDifference {
  /** New and changed fields. */
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** Fields read in one step: below 1 ms of Redis's time, and about as much of ours. */
const READ_AT_ONCE = 500;

/** Commands on their way: while one reply is compared, Redis has the next ones to work on. */
const COMMANDS_ON_THEIR_WAY = 3;

/** How often all names are asked for at most, while all texts are read once: about as much of Redis's time as for these. */
const NAMES_PER_TURN = 4;

/** Fields that changed lately are likely to change again, and are asked for first. */
const RECENT = 200;

/** In a name, it stands for bytes that are not UTF-8: such a field can neither be asked for nor told from others. */
const REPLACEMENT_CHARACTER = '\ufffd';

/** In the order of some names; null for one that is not there. */
type Texts = readonly (string | null)[];

/** What Redis was asked for. */
type Reply = () => Promise<HashDifference>;

/**
 * A Redis hash as it was last read. Redis says that a hash has changed, never which of its fields. So it is gone through in steps, and each tells at once what
 * it found: first the number of fields and those that changed lately; then, where there are more or fewer than are known, the names of all; and all fields by
 * their names, the new ones first. What is noted meanwhile lets the comparison go on for another turn from where it is.
 */
export class HashMirror {
  readonly #source: HashSource;
  readonly #key: string;
  readonly #texts = new Map<string, string>();
  /** All names that were told, also of fields that are yet to be read. */
  readonly #names = new NameRing(READ_AT_ONCE);
  readonly #recent = new RecentNames(RECENT);
  /** Asked for since a change was last noted. */
  #lookedAt: ReadonlySet<string> = new Set();
  #isNoted = false;
  /** On their way, the oldest first. */
  #replies: Reply[] = [];
  /** How many fields the hash had when that was last told. */
  #size = 0;
  /** Those of them that cannot be asked for. */
  #unreadable: readonly string[] = [];
  #areNamesDue = false;
  /** Fields asked for since the names were. */
  #readSinceNames = 0;
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
    return this.#isNoted || this.#areNamesDue || this.#replies.length > 0 || !this.#names.isDone;
  }

  /** Whether all of it was read once. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** Names of fields that cannot be asked for, as they are not UTF-8: what is none in them is replaced. */
  get unreadable(): readonly string[] {
    return this.#unreadable;
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
      const difference = await reply();
      this.#areNamesDue ||= this.#isOtherSize;
      this.#isComplete ||= !this.#areNamesDue && this.#texts.size === this.#names.size;
      return difference;
    } catch (error) {
      // What else is on its way is lost as well.
      this.#replies = [];
      this.noteChange();
      throw error;
    }
  }

  /** What is known counts as all that there is: what was noted is not looked into. */
  settle(): void {
    this.#names.endTurn();
    this.#replies = [];
    this.#isNoted = false;
    this.#areNamesDue = false;
    this.#isComplete = true;
  }

  /** @returns the fields that the hash had */
  #clear(): string[] {
    const fields = [...this.#texts.keys()];
    this.#texts.clear();
    this.#names.clear();
    this.#unreadable = [];
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
      // A field that cannot be asked for may have given way to one that can.
      this.#areNamesDue = this.#isOtherSize || this.#unreadable.length > 0;
      return difference;
    } catch (error) {
      this.#isNoted = true;
      throw error;
    }
  }

  #askForMore(): void {
    while (this.#replies.length < COMMANDS_ON_THEIR_WAY) {
      if (this.#mayAskForNames) {
        this.#askForNames();
        // What is new is to come next.
        return;
      }
      if (this.#names.isDone) return;
      this.#askForTexts();
    }
  }

  /** However much is added: Redis serves nobody else while it tells all names. */
  get #mayAskForNames(): boolean {
    const hasRested = this.#readSinceNames * NAMES_PER_TURN >= this.#names.size;
    return this.#areNamesDue && (hasRested || this.#names.isDone);
  }

  #askForNames(): void {
    this.#areNamesDue = false;
    this.#readSinceNames = 0;
    const told = inAdvance(this.#source.names(this.#key));
    this.#replies.push(async () => this.#takeOverNames(await told));
  }

  #askForTexts(): void {
    const names = this.#names.take();
    this.#readSinceNames += names.length;
    const texts = inAdvance(this.#source.read(this.#key, names));
    // What was looked at a moment ago and differs by now is noted, or about to be.
    this.#replies.push(async () => this.#takeOver(names, await texts, this.#lookedAt));
  }

  #takeOverNames(told: readonly string[]): HashDifference {
    this.#size = told.length;
    this.#unreadable = told.filter(isUnreadable);
    const gone = this.#names.replace(
      this.#unreadable.length === 0 ? told : told.filter((name) => !isUnreadable(name)),
    );
    return { written: new Map(), removed: this.#forget(gone) };
  }

  /** @returns what differs from what is known, but for the names in `except` */
  #takeOver(names: readonly string[], texts: Texts, except: ReadonlySet<string> = new Set()): HashDifference {
    const written = new Map<string, string>();
    const gone = new Set<string>();
    for (const [index, name] of names.entries()) {
      const text = texts[index] ?? undefined;
      if (except.has(name)) continue;
      if (text === undefined) gone.add(name);
      else if (text !== this.#texts.get(name)) {
        this.#texts.set(name, text);
        if (this.#isComplete) this.#recent.note(name);
        written.set(name, text);
      }
    }
    this.#names.drop(gone);
    return { written, removed: this.#forget(gone) };
  }

  /** @returns those of them that had been read */
  #forget(gone: ReadonlySet<string>): string[] {
    return [...gone].filter((name) => this.#texts.delete(name));
  }

  get #isOtherSize(): boolean {
    return this.#names.size + this.#unreadable.length !== this.#size;
  }
}

/** A command whose reply is waited for in a later step; until then, a failure is nobody's. */
function inAdvance<T>(reply: Promise<T>): Promise<T> {
  reply.catch(() => undefined);
  return reply;
}

/** Whether the name of a field was not UTF-8, so that it cannot be asked for. */
function isUnreadable(name: string): boolean {
  return name.includes(REPLACEMENT_CHARACTER);
}
