import { MOST_NAMES } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { Logger } from '../../../../shared/logger.ts';
import { boundsAsTexts } from '../../../../shared/redis/blocklists/audit-bounds.ts';
import type { AuditBounds } from '../../../../shared/redis/blocklists/audit-bounds.ts';
import type { Mirrored } from '../../../../shared/redis/mirror/mirrored.ts';
import type { RedisCommands, RedisScript } from '../../../../shared/redis/redis-commands.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import { RECORD_DIRECT, RECORD_DIRECT_SIZES } from './direct-scripts.ts';
import { findDifferences, NEVER_READ, partOf } from './watched-list.ts';
import type { ListPart, WatchedList } from './watched-list.ts';

export interface DirectWritesDependencies {
  readonly part: ListPart;
  readonly lists: Mirrored<WatchedList>;
  readonly commands: Pick<RedisCommands, 'evaluate'>;
  readonly keys: RedisKeys;
  readonly bounds: AuditBounds;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Features that are recorded one by one. A change of more is one entry with the sizes of the list. */
const MOST_FEATURES = 1000;
/** More than these are not compared with what is recorded. */
const MOST_COMPARED = 20_000;
/** Features that one script looks at. */
const PIECE = 1000;
/** A change of many features is recorded when it seems to be complete: so long after the last look, in ms. */
const SETTLE_MS = 2000;
const MOST_POSTPONED = 20;
/** Where Redis does not answer, it is asked again after this many milliseconds. */
const RETRY_MS = 5000;

/** What differs in a list from how it was. */
interface Changes {
  readonly key: string;
  readonly before: WatchedList;
  readonly features: readonly string[];
}

/**
 * Records plain writes into lists, which no program of ours has recorded: what differs between two readings
 * of a list and is not in its audit stream. A script decides, in the slot of the list, so several sidecars
 * record each change once. What happened while no sidecar ran is not known.
 */
export class DirectWrites {
  readonly #dependencies: DirectWritesDependencies;
  /** By key, the list as it was when everything in it was recorded. */
  readonly #recorded = new Map<string, WatchedList>();
  readonly #busy = new Set<string>();
  readonly #waiting = new Map<string, CancelTimer>();
  readonly #postponed = new Map<string, number>();
  #isReady = false;
  #isClosed = false;

  constructor(dependencies: DirectWritesDependencies) {
    this.#dependencies = dependencies;
    const { lists } = dependencies;
    lists.listen({
      changed: (keys) => {
        if (this.#isReady) for (const key of keys) void this.#look(key);
      },
    });
    void lists.loaded.then(() => {
      for (const [key, list] of lists.entries()) this.#recorded.set(key, list);
      this.#isReady = true;
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#waiting.values()) cancel();
  }

  /** @param isSettled whether the list has not changed for a while */
  async #look(key: string, isSettled = false): Promise<void> {
    if (this.#isClosed) return;
    if (this.#busy.has(key)) {
      this.#lookLater(key, SETTLE_MS);
      return;
    }
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
    this.#busy.add(key);
    try {
      await this.#record(key, isSettled);
    } catch (cause) {
      this.#dependencies.logger.debug(`Plain writes could not be recorded: ${String(cause)}`);
      this.#lookLater(key, RETRY_MS);
    }
    this.#busy.delete(key);
  }

  #lookLater(key: string, delayMs: number): void {
    this.#waiting.get(key)?.();
    if (this.#isClosed) return;
    const cancel = this.#dependencies.timers.after(delayMs, () => {
      this.#waiting.delete(key);
      void this.#look(key, true);
    });
    this.#waiting.set(key, cancel);
  }

  async #record(key: string, isSettled: boolean): Promise<void> {
    const { lists, part } = this.#dependencies;
    const before = this.#recorded.get(key) ?? NEVER_READ;
    const after = lists.get(key) ?? { entries: new Set<string>(), recordedUntil: before.recordedUntil };
    const features = await findDifferences(part, before, after, MOST_COMPARED);
    if (features.length > MOST_FEATURES && !isSettled && this.#postpone(key)) return;
    const changes: Changes = { key, before, features };
    const isLarge = features.length > MOST_COMPARED || (await this.#count(changes)) > MOST_FEATURES;
    const named = JSON.stringify(features.slice(0, MOST_NAMES));
    if (isLarge) await this.#run(RECORD_DIRECT_SIZES, changes, [String(before.entries.size), named]);
    else await this.#runEach('record', changes);
    this.#postponed.delete(key);
    this.#recorded.set(key, after);
  }

  /** @returns whether the list is looked at later: not for ever where it changes all the time */
  #postpone(key: string): boolean {
    const count = (this.#postponed.get(key) ?? 0) + 1;
    this.#postponed.set(key, count);
    if (count > MOST_POSTPONED) return false;
    this.#lookLater(key, SETTLE_MS);
    return true;
  }

  /** @returns how many of many features were changed by plain writes: what is recorded does not count */
  async #count(changes: Changes): Promise<number> {
    return changes.features.length > MOST_FEATURES ? await this.#runEach('count', changes) : 0;
  }

  async #runEach(mode: 'count' | 'record', changes: Changes): Promise<number> {
    const { before, features } = changes;
    let count = 0;
    for (let start = 0; start < features.length; start += PIECE) {
      const some = features.slice(start, start + PIECE);
      const states = some.flatMap((feature) => [feature, partOf(this.#dependencies.part, before, feature)]);
      count += await this.#run(RECORD_DIRECT, changes, [mode, ...states]);
    }
    return count;
  }

  async #run(script: RedisScript, { key, before }: Changes, args: readonly string[]): Promise<number> {
    const { bounds, commands, keys, part } = this.#dependencies;
    const list = key.slice((part === 'set' ? keys.blocklists : keys.blocklistsUntil).length);
    const [entries, ageMs] = boundsAsTexts(bounds);
    const always = [entries, part, list, before.recordedUntil, ageMs];
    const [count] = await commands.evaluate(script, [key, keys.auditOf(key)], [...always, ...args]);
    return count ?? 0;
  }
}
