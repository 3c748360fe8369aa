import type { HistoryPage, HistoryQuery } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { AuditLog } from '../../../shared/redis/blocklists/history/audit-log.ts';
import { newestFirst, pageOf, parsePosition } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { LocatedEntry } from '../../../shared/redis/blocklists/history/history-page.ts';
import { ABSENT } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/** Changes that are kept in memory, and the features that the changes of many features name together. */
const MAX_CHANGES = 10_000;
const MAX_FEATURES = 200_000;
/** How many more there may be before the oldest are removed, so that not every change removes one. */
const SURPLUS = 1.1;
/** Streams that are read at the same time. */
const BATCH_SIZE = 10;

export interface HistoryDependencies {
  readonly mirror: Mirror;
  readonly log: AuditLog;
  readonly keys: RedisKeys;
}

/** The newest changes of all lists, in memory: reading them costs Redis nothing. */
export class History {
  /** By audit stream, the id of its newest entry when it was last read. */
  readonly streams: Mirrored<string>;
  readonly #log: AuditLog;
  readonly #keys: RedisKeys;
  /** Newest first. */
  #entries: LocatedEntry[] = [];
  #features = 0;
  /** By stream, the id of the newest entry in memory. */
  readonly #newestIds = new Map<string, string>();
  /** Older entries are not read: they would be removed again. */
  #oldestId = '-';
  #removed: (entries: readonly LocatedEntry[]) => void = () => undefined;

  constructor({ keys, log, mirror }: HistoryDependencies) {
    this.#log = log;
    this.#keys = keys;
    this.streams = mirror.add({
      name: 'histories',
      prefixes: [keys.audits],
      batchSize: BATCH_SIZE,
      read: async (batch) =>
        await Promise.all(
          batch.map(async (stream) => {
            const value = await this.#readNew(stream);
            return value === undefined ? ABSENT : { state: 'present', value };
          }),
        ),
      isSame: (one, other) => one === other,
    });
    this.streams.listen((changed) => {
      for (const stream of changed) if (this.streams.get(stream) === undefined) this.#remove(stream);
    });
  }

  /** All changes in memory, newest first. */
  get entries(): readonly LocatedEntry[] {
    return this.#entries;
  }

  /** Calls the listener with changes that are removed from memory because there are too many. */
  onRemoved(listener: (entries: readonly LocatedEntry[]) => void): void {
    this.#removed = listener;
  }

  /**
   * Reads what was recorded for a list since it was last read, without waiting for Redis to report it.
   * @throws {RedisError}
   */
  async refresh(list: BlocklistName): Promise<void> {
    await this.#readNew(this.#keys.auditKey(list));
  }

  /** Returns changes from memory, newest first. */
  page({ actor, before, feature, list, maxChanges, source }: HistoryQuery): HistoryPage {
    const stream = list && this.#keys.auditKey(list);
    const start = before === undefined ? undefined : parsePosition(before);
    const found: LocatedEntry[] = [];
    for (const located of this.#entries) {
      if (stream !== undefined && located.stream !== stream) continue;
      if (start !== undefined && newestFirst(start, located) >= 0) continue;
      const { change, difference = [] } = located.entry;
      if (actor !== undefined && change.actor !== actor) continue;
      if (source !== undefined && change.source !== source) continue;
      if (
        feature !== undefined &&
        change.feature !== feature &&
        !difference.some((one) => one.feature === feature)
      )
        continue;
      found.push(located);
      // One more than the page may have shows that there is a next page.
      if (found.length > maxChanges) break;
    }
    return pageOf(found, maxChanges);
  }

  /** @returns the id of the newest entry; undefined if the stream has none, or only older ones than memory */
  async #readNew(stream: string): Promise<string | undefined> {
    const knownId = this.#newestIds.get(stream);
    let read = await this.#log.entriesSince(stream, knownId ?? this.#oldestId, MAX_CHANGES);
    if (knownId !== undefined && read.at(-1)?.entryId !== knownId) {
      // The stream was deleted, and possibly written again.
      read = await this.#log.entriesSince(stream, this.#oldestId, MAX_CHANGES);
      if (read.length > 0) this.#remove(stream);
    }
    for (const located of read) this.#insert(located);
    this.#removeOldest();
    const newestId = read[0]?.entryId;
    if (newestId !== undefined) this.#newestIds.set(stream, newestId);
    return newestId;
  }

  /** Inserts an entry at its position, unless it is there: a stream can be read twice at the same time. */
  #insert(located: LocatedEntry): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const other = this.#entries[middle];
      if (other !== undefined && newestFirst(other, located) < 0) low = middle + 1;
      else high = middle;
    }
    const next = this.#entries[low];
    if (next !== undefined && newestFirst(next, located) === 0) return;
    this.#entries.splice(low, 0, located);
    this.#features += featuresOf(located);
  }

  #remove(stream: string): void {
    this.#newestIds.delete(stream);
    this.#keep(this.#entries.filter((located) => located.stream !== stream));
  }

  #removeOldest(): void {
    if (this.#entries.length <= MAX_CHANGES * SURPLUS && this.#features <= MAX_FEATURES * SURPLUS) return;
    let features = 0;
    const kept = this.#entries.slice(0, MAX_CHANGES).filter((located) => {
      features += featuresOf(located);
      return features <= MAX_FEATURES;
    });
    const removed = this.#entries.slice(kept.length);
    this.#keep(kept);
    this.#removed(removed);
    this.#oldestId = kept.at(-1)?.entryId ?? this.#oldestId;
  }

  #keep(entries: LocatedEntry[]): void {
    this.#entries = entries;
    this.#features = entries.reduce((sum, located) => sum + featuresOf(located), 0);
  }
}

function featuresOf({ entry }: LocatedEntry): number {
  return entry.difference?.length ?? 0;
}
