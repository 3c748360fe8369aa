import { MAX_RECORDED_NAMES } from '../../../shared/feature-control/blocklist-editor.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { ListPart } from '../../../shared/redis/blocklists/editing/bulk-steps.ts';
import { boundsAsTexts } from '../../../shared/redis/blocklists/history/audit-bounds.ts';
import type { AuditBounds } from '../../../shared/redis/blocklists/history/audit-bounds.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisCommands, RedisScript } from '../../../shared/redis/redis-commands.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { RECORD_DIRECT, RECORD_DIRECT_SIZES } from './direct-scripts.ts';
import { findDifferences, partOf } from './watched-list.ts';
import type { WatchedList } from './watched-list.ts';

export interface DirectWritesDependencies {
  readonly part: ListPart;
  readonly lists: Mirrored<WatchedList>;
  /**
   * The version of the lists that do not exist when all are read for the first time; undefined if nothing can
   * be recorded.
   */
  readonly absent: Promise<WatchedList | undefined>;
  readonly commands: Pick<RedisCommands, 'evaluate'>;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Features that are recorded one by one. A larger change is recorded as one entry with the sizes of the list.
 */
const MAX_FEATURES = 1000;
/** Features that are compared with the history. A larger change is recorded without comparing them. */
const MAX_COMPARED = 20_000;
/** Features per call of a script. */
const BATCH_SIZE = 1000;
/** A change of many features is recorded after this long without a further change, when it seems complete. */
const SETTLE_MS = 2000;
/** Maximum number of postponements by {@link SETTLE_MS}. */
const MAX_POSTPONEMENTS = 20;
/** Delay after which a failed recording is retried. */
const RETRY_MS = 5000;

/** The features of a list that differ from an earlier version. */
interface Changes {
  readonly key: string;
  readonly before: WatchedList;
  readonly features: readonly string[];
}

/**
 * Records direct writes to lists, which are made without the editor and so without a record: differences
 * between two reads of a list that are not in its audit stream. An atomic script compares and records
 * them, so that several servers record each change once. Writes while no such server runs are not recorded.
 */
export class DirectWrites {
  readonly #dependencies: DirectWritesDependencies;
  /** By key, the latest version of the list whose changes are all recorded. */
  readonly #recorded = new Map<string, WatchedList>();
  /** Keys of the lists that are being checked. */
  readonly #busy = new Set<string>();
  /** By key, the timer of the next check. */
  readonly #scheduled = new Map<string, CancelTimer>();
  /** By key, how often the recording was postponed. */
  readonly #postponements = new Map<string, number>();
  /** Undefined until all lists have been read for the first time. */
  #absent: WatchedList | undefined;
  #isClosed = false;

  constructor(dependencies: DirectWritesDependencies) {
    this.#dependencies = dependencies;
    const { absent, lists } = dependencies;
    lists.listen({
      changed: (keys) => {
        if (this.#absent !== undefined) for (const key of keys) void this.#check(key);
      },
    });
    void Promise.all([absent, lists.loaded]).then(([list]) => {
      if (list === undefined) return;
      for (const [key, stored] of lists.entries()) this.#recorded.set(key, stored);
      this.#absent = list;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#scheduled.values()) cancel();
  }

  /**
   * Checks a list for direct writes, and records them.
   * @param isSettled whether it has not changed for a while
   */
  async #check(key: string, isSettled = false): Promise<void> {
    if (this.#isClosed) return;
    if (this.#busy.has(key)) {
      this.#checkLater(key, SETTLE_MS);
      return;
    }
    this.#scheduled.get(key)?.();
    this.#scheduled.delete(key);
    this.#busy.add(key);
    try {
      await this.#record(key, isSettled);
    } catch (cause) {
      this.#dependencies.logger.debug(`Direct writes could not be recorded: ${String(cause)}`);
      this.#checkLater(key, RETRY_MS);
    }
    this.#busy.delete(key);
  }

  #checkLater(key: string, delayMs: number): void {
    this.#scheduled.get(key)?.();
    if (this.#isClosed) return;
    const cancel = this.#dependencies.timers.after(delayMs, () => {
      this.#scheduled.delete(key);
      void this.#check(key, true);
    });
    this.#scheduled.set(key, cancel);
  }

  async #record(key: string, isSettled: boolean): Promise<void> {
    const { lists, part } = this.#dependencies;
    const before = this.#recorded.get(key) ?? this.#absent;
    if (before === undefined) return;
    const after = lists.get(key) ?? { entries: new Set<string>(), lastAuditId: before.lastAuditId };
    const features = await findDifferences(part, before, after, MAX_COMPARED);
    if (features.length > MAX_FEATURES && !isSettled && this.#postpone(key)) return;
    const changes: Changes = { key, before, features };
    const isLarge = features.length > MAX_COMPARED || (await this.#countUnrecorded(changes)) > MAX_FEATURES;
    const names = JSON.stringify(features.slice(0, MAX_RECORDED_NAMES));
    if (isLarge) await this.#run(RECORD_DIRECT_SIZES, changes, [String(before.entries.size), names]);
    else await this.#runEach('record', changes);
    this.#postponements.delete(key);
    this.#recorded.set(key, after);
  }

  /**
   * Schedules a later check.
   * @returns false if it was postponed too often, because the list changes constantly
   */
  #postpone(key: string): boolean {
    const count = (this.#postponements.get(key) ?? 0) + 1;
    this.#postponements.set(key, count);
    if (count > MAX_POSTPONEMENTS) return false;
    this.#checkLater(key, SETTLE_MS);
    return true;
  }

  /**
   * Counts the features without a record, if more than {@link MAX_FEATURES} have changed; otherwise
   * returns 0.
   */
  async #countUnrecorded(changes: Changes): Promise<number> {
    return changes.features.length > MAX_FEATURES ? await this.#runEach('count', changes) : 0;
  }

  async #runEach(mode: 'count' | 'record', changes: Changes): Promise<number> {
    const { before, features } = changes;
    let count = 0;
    for (let start = 0; start < features.length; start += BATCH_SIZE) {
      const batch = features.slice(start, start + BATCH_SIZE);
      const states = batch.flatMap((feature) => [feature, partOf(this.#dependencies.part, before, feature)]);
      count += await this.#run(RECORD_DIRECT, changes, [mode, ...states]);
    }
    return count;
  }

  async #run(script: RedisScript, { key, before }: Changes, args: readonly string[]): Promise<number> {
    const { bounds, commands, keys, part } = this.#dependencies;
    const list = key.slice((part === 'set' ? keys.blocklists : keys.timedBlocklists).length);
    const commonArgs = [...boundsAsTexts(bounds), part, list, before.lastAuditId];
    const [count = '0'] = await commands.evaluate(script, [key, keys.auditOf(key)], [...commonArgs, ...args]);
    return Number(count);
  }
}
