import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { HistoryPage, HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import {
  matches,
  newestFirst,
  pageOf,
  parsePosition,
} from '../../../shared/redis/blocklists/history/history-page.ts';
import type { LocatedChange } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { StoredHistory } from '../../../shared/redis/blocklists/history/stored-history.ts';
import { ABSENT } from '../../../shared/redis/mirror/collection.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/** Changes that are kept in memory, and the features that they name together. */
const MAX_CHANGES = 10_000;
const MAX_FEATURES = 200_000;
/** Features that the changes of a page name together: a change may name a thousand, whose names are long. */
const MAX_PAGE_FEATURES = 2000;
/** How many more there may be before the oldest are removed, so that not every change removes one. */
const SURPLUS = 1.1;
/** Streams that are read at the same time. */
const MAX_IN_FLIGHT = 10;

interface HistoryDependencies {
  readonly mirror: Mirror;
  readonly stored: StoredHistory;
  readonly keys: RedisKeys;
}

/**
 * @param changes of one list, newest first
 * @param isNew whether they were made since this process reads the histories, whatever their ids say: the
 * clock of the server that was a replica before may be behind
 */
type AddedListener = (changes: readonly LocatedChange[], isNew: boolean) => void;

/** The newest changes of all lists, in memory: reading them costs Redis nothing. */
export class History {
  /** By history, the id of its newest entry when it was last read. */
  readonly streams: Mirrored<string>;
  readonly #stored: StoredHistory;
  readonly #keys: RedisKeys;
  /** Newest first. */
  #changes: LocatedChange[] = [];
  #features = 0;
  /** Older entries are not read: they would be removed again. */
  #oldestId = '-';
  #added: AddedListener = () => undefined;

  constructor({ keys, mirror, stored }: HistoryDependencies) {
    this.#stored = stored;
    this.#keys = keys;
    this.streams = mirror.add({
      name: 'histories',
      prefixes: [keys.histories],
      maxInFlight: MAX_IN_FLIGHT,
      read: async (stream, knownId) => {
        const value = await this.#readNew(stream, knownId);
        return value === undefined ? ABSENT : { state: 'present', value };
      },
      isSame: (one, other) => one === other,
    });
    this.streams.listen((changed) => {
      for (const stream of changed) if (this.streams.get(stream) === undefined) this.#remove(stream);
    });
  }

  /** All changes in memory, newest first. */
  get changes(): readonly LocatedChange[] {
    return this.#changes;
  }

  /** Calls the listener with the changes that were read for the first time. */
  onAdded(listener: AddedListener): void {
    this.#added = listener;
  }

  /** Reads what was recorded for a list since it was last read, without waiting for Redis to report it. */
  async refresh(list: BlocklistName): Promise<void> {
    await this.streams.refresh(this.#keys.historyKey(list));
  }

  /**
   * Finds the change with an id, or all changes with a common id, some of which may be too old, or too new,
   * for memory.
   */
  async find(id: string): Promise<readonly BlocklistChange[]> {
    const known = this.#changes.find(({ change }) => change.id === id);
    return known === undefined ? await this.#stored.find(id) : [known.change];
  }

  /** Returns changes from memory, newest first: fewer than wanted if they name very many features. */
  page({ before, list, maxChanges, ...filter }: HistoryQuery): HistoryPage {
    const stream = list && this.#keys.historyKey(list);
    const start = before === undefined ? undefined : parsePosition(before);
    const found: LocatedChange[] = [];
    for (const located of this.#changes) {
      if (stream !== undefined && located.stream !== stream) continue;
      if (start !== undefined && newestFirst(start, located) >= 0) continue;
      if (!matches(located.change, filter)) continue;
      found.push(located);
      // One more than the page may have shows that there is a next page.
      if (found.length > maxChanges) break;
    }
    return pageOf(found, maxChanges, MAX_PAGE_FEATURES);
  }

  /**
   * @param knownId of the newest entry when the stream was last read
   * @returns the id of the newest entry; undefined if the stream has none, or only older ones than memory
   */
  async #readNew(stream: string, knownId: string | undefined): Promise<string | undefined> {
    const isNew = knownId !== undefined || (this.streams.isLoaded && !this.streams.neverRead.has(stream));
    const known = new Set(knownId === undefined ? [] : [knownId]);
    let read = await this.#stored.entriesSince(stream, knownId ?? this.#oldestId, MAX_CHANGES);
    if (knownId !== undefined && read.at(-1)?.entryId !== knownId) {
      // The stream was deleted, and possibly written again; or another server has not all of its entries.
      read = await this.#stored.entriesSince(stream, this.#oldestId, MAX_CHANGES);
      for (const { entryId, stream: other } of this.#changes) if (other === stream) known.add(entryId);
      if (read.length > 0) this.#remove(stream);
    }
    for (const located of read) this.#insert(located);
    this.#removeOldest();
    const added = read.filter(({ entryId }) => !known.has(entryId));
    if (added.length > 0) this.#added(added, isNew);
    return read[0]?.entryId;
  }

  /** Inserts an entry at its position, unless it is there: the newest entry is read again. */
  #insert(located: LocatedChange): void {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const other = this.#changes[middle];
      if (other !== undefined && newestFirst(other, located) < 0) low = middle + 1;
      else high = middle;
    }
    const next = this.#changes[low];
    if (next !== undefined && newestFirst(next, located) === 0) return;
    this.#changes.splice(low, 0, located);
    this.#features += located.change.changes.length;
  }

  #remove(stream: string): void {
    this.#keep(this.#changes.filter((located) => located.stream !== stream));
  }

  #removeOldest(): void {
    if (this.#changes.length <= MAX_CHANGES * SURPLUS && this.#features <= MAX_FEATURES * SURPLUS) return;
    let features = 0;
    const kept = this.#changes.slice(0, MAX_CHANGES).filter(({ change }) => {
      features += change.changes.length;
      return features <= MAX_FEATURES;
    });
    this.#keep(kept);
    this.#oldestId = kept.at(-1)?.entryId ?? this.#oldestId;
  }

  #keep(changes: LocatedChange[]): void {
    this.#changes = changes;
    this.#features = changes.reduce((sum, { change }) => sum + change.changes.length, 0);
  }
}
