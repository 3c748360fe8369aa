import type { Clock } from '../../shared/clock.ts';
import type { FeatureSet } from '../../shared/feature-control/blocked-features.ts';
import type { BlocklistCommands } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { ChangeFeed } from '../../shared/redis/changes/change-feed.ts';
import { ABSENT } from '../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../shared/redis/mirror/mirror-kind.ts';
import { Mirror } from '../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../shared/redis/mirror/mirrored.ts';
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
  /** Number of keys with a value, of both kinds. */
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

const REVALIDATE_MS = 500;

/**
 * A mirror of sets of names: one kind with a prefix and a single key, and one with another prefix. Tests use
 * it in both runtimes.
 */
export class MirroredSets {
  readonly #mirror: Mirror;
  readonly #logger = new RecordingLogger();
  readonly #kinds: readonly Mirrored<FeatureSet>[];
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
    const read = (keys: readonly string[]) => this.#read(commands, keys);
    this.#kinds = [
      this.#mirror.add({
        name: 'sets',
        prefixes: [`${prefix}set:`],
        keys: [`${prefix}single`],
        batchSize: 5,
        read,
        isSame: isSameSet,
      }),
      this.#mirror.add({ name: 'records', prefixes: [`${prefix}record:`], read, isSame: isSameSet }),
    ];
    for (const kind of this.#kinds)
      kind.listen((keys) => {
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
      size: this.#kinds.reduce((sum, { size }) => sum + size, 0),
      keys: keys.map((key) => describeKey(this.#kindOf(key), key, names)),
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

  #kindOf(key: string): Mirrored<FeatureSet> | undefined {
    return key.includes('record:') ? this.#kinds[1] : this.#kinds[0];
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

  async #read(
    commands: BlocklistCommands,
    keys: readonly string[],
  ): ReturnType<MirrorKind<FeatureSet>['read']> {
    this.#reads += keys.length;
    for (const key of keys) if (this.#inFlight.has(key)) this.#overlaps += 1;
    for (const key of keys) this.#inFlight.add(key);
    try {
      return (await commands.smembers(keys)).map(toResult);
    } finally {
      for (const key of keys) this.#inFlight.delete(key);
    }
  }
}

function toResult(set: FeatureSet | undefined): ReadResult<FeatureSet> {
  if (set === undefined) return { state: 'wrong type', expected: 'a set' };
  if (set.size === 0) return ABSENT;
  if (set.has(BAD)) return { state: 'rejected', reason: 'It is bad.' };
  const rejectedParts = set.has(BAD_PART) ? [{ name: BAD_PART, reason: 'It is bad.' }] : [];
  return { state: 'present', value: set, rejectedParts };
}

function isSameSet(one: FeatureSet, other: FeatureSet): boolean {
  return one.size === other.size && [...one.values()].every((name) => other.has(name));
}

function describeKey(
  kind: Mirrored<FeatureSet> | undefined,
  key: string,
  names: readonly string[],
): KeyReport {
  const set = kind?.get(key);
  return set === undefined ? null : names.filter((name) => set.has(name));
}
