import type { Clock } from '../../shared/clock.ts';
import type { BlocklistCommands } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { ChangeFeed } from '../../shared/redis/changes/change-feed.ts';
import { ABSENT } from '../../shared/redis/mirror/collection.ts';
import type { ReadResult } from '../../shared/redis/mirror/collection.ts';
import { Mirror } from '../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../shared/redis/mirror/mirrored.ts';
import type { RedisScript } from '../../shared/redis/redis-commands.ts';
import { isWrongType } from '../../shared/redis/redis-error.ts';
import type { Timers } from '../../shared/timers.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';

export interface MirroredSetsDependencies {
  readonly commands: BlocklistCommands;
  readonly changeFeed: ChangeFeed;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** The queried names that the last known set contains; null if there is no set. */
export type KeyReport = readonly string[] | null;

export interface MirrorReport {
  readonly isLoaded: boolean;
  readonly isUpToDate: boolean;
  readonly isFailing: boolean;
  readonly lost: number;
  readonly wrongTypes: number;
  readonly rejected: number;
  /** Number of keys with a value, of both collections. */
  readonly size: number;
  readonly keys: readonly KeyReport[];
  /** Keys that listeners were notified of since the start, in order. */
  readonly notified: readonly string[];
  /**
   * Number of reads of keys since the start, and how many of them started while the key was already being
   * read.
   */
  readonly reads: number;
  readonly overlaps: number;
  readonly warnings: readonly string[];
}

/** A set with this member does not match its schema. */
export const BAD = 'bad';
/** A set with this member matches its schema except for this member. */
export const BAD_PART = 'bad-part';

const READ_SET: RedisScript = {
  source: `
local members = redis.call('SMEMBERS', KEYS[1])
return #members > 0 and cjson.encode(members) or '[]'
`,
};

const REVALIDATE_MS = 500;

/**
 * A mirror of sets of names: one collection with a prefix and a single key, and one with another prefix.
 * Tests use it in both runtimes.
 */
export class MirroredSets {
  readonly #mirror: Mirror;
  readonly #logger = new RecordingLogger();
  readonly #collections: readonly Mirrored<ReadonlySet<string>>[];
  readonly #notified: string[] = [];
  readonly #inFlight = new Set<string>();
  #reads = 0;
  #overlaps = 0;
  #isMuted = false;

  /** @param prefix of all keys: `<prefix>set:…`, `<prefix>single` and `<prefix>record:…` */
  constructor({ changeFeed, commands, ...platform }: MirroredSetsDependencies, prefix: string) {
    this.#mirror = new Mirror({
      ...platform,
      commands,
      logger: this.#logger,
      dataName: 'sets',
      revalidateMs: REVALIDATE_MS,
      changeFeed: this.#muteable(changeFeed),
    });
    const read = (key: string) => this.#read(commands, key);
    this.#collections = [
      this.#mirror.add({
        name: 'sets',
        prefixes: [`${prefix}set:`],
        keys: [`${prefix}single`],
        maxInFlight: 5,
        read,
        isSame: isSameSet,
      }),
      this.#mirror.add({ name: 'records', prefixes: [`${prefix}record:`], read, isSame: isSameSet }),
    ];
    for (const collection of this.#collections)
      collection.listen((keys) => {
        this.#notified.push(...keys);
      });
    this.#mirror.start();
  }

  report(keys: readonly string[], names: readonly string[]): MirrorReport {
    const { failure, isLoaded, lostCount: lost, wrongTypeCount } = this.#mirror;
    const { lagMs, rejected } = this.#mirror.state();
    return {
      isLoaded,
      isFailing: failure !== undefined,
      lost,
      rejected: rejected - wrongTypeCount,
      wrongTypes: wrongTypeCount,
      isUpToDate: lagMs === 0,
      size: this.#collections.reduce((sum, { size }) => sum + size, 0),
      keys: keys.map((key) => describeKey(this.#collectionOf(key), key, names)),
      notified: [...this.#notified],
      reads: this.#reads,
      overlaps: this.#overlaps,
      warnings: this.#logger.at('warn'),
    };
  }

  /** Suppresses the reports of the change feed from now on. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  close(): void {
    this.#mirror.close();
  }

  #collectionOf(key: string): Mirrored<ReadonlySet<string>> | undefined {
    return key.includes('record:') ? this.#collections[1] : this.#collections[0];
  }

  #muteable(feed: ChangeFeed): ChangeFeed {
    return {
      subscribe: (prefixes, listener) =>
        feed.subscribe(prefixes, {
          keysChanged: (keys) => {
            if (!this.#isMuted) listener.keysChanged(keys);
          },
          anythingMayHaveChanged: () => {
            listener.anythingMayHaveChanged();
          },
          lost: () => {
            listener.lost();
          },
        }),
    };
  }

  async #read(commands: BlocklistCommands, key: string): Promise<ReadResult<ReadonlySet<string>>> {
    this.#reads += 1;
    if (this.#inFlight.has(key)) this.#overlaps += 1;
    this.#inFlight.add(key);
    try {
      return toResult(new Set((await commands.evaluate(READ_SET, [key], [])) as readonly string[]));
    } catch (cause) {
      if (!isWrongType(cause)) throw cause;
      return { state: 'wrong type', expected: 'a set' };
    } finally {
      this.#inFlight.delete(key);
    }
  }
}

function toResult(set: ReadonlySet<string>): ReadResult<ReadonlySet<string>> {
  if (set.size === 0) return ABSENT;
  if (set.has(BAD)) return { state: 'rejected', reason: 'It is bad.' };
  const rejectedParts = set.has(BAD_PART) ? [{ name: BAD_PART, reason: 'It is bad.' }] : [];
  return { state: 'present', value: set, rejectedParts };
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one.values()].every((name) => other.has(name));
}

function describeKey(
  collection: Mirrored<ReadonlySet<string>> | undefined,
  key: string,
  names: readonly string[],
): KeyReport {
  const set = collection?.get(key);
  return set === undefined ? null : names.filter((name) => set.has(name));
}
