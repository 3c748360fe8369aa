import { DueTimes } from '../../../shared/due-times.ts';
import { isActive, nextChangeMs } from '../../../shared/rest/active-window.ts';
import type { ActiveWindow } from '../../../shared/rest/active-window.ts';

/** A record in the form in which it is served. */
export interface ServedRecord {
  readonly server: string;
  readonly window: ActiveWindow;
  /** JSON. */
  readonly text: string;
}

/**
 * The lists that have changed since changes were last taken, by server: JSON arrays, or undefined for a list
 * that is now empty.
 */
export type ListChanges = ReadonlyMap<string, string | undefined>;

/**
 * Maintains the list of active records of each server, ordered by id (G6, G29). A change of one record
 * affects only the list of its server, and serialises no other record.
 */
export class ActiveRecords {
  readonly #records = new Map<string, ServedRecord>();
  /** The JSON texts of the active records, by server and id. */
  readonly #lists = new Map<string, Map<string, string>>();
  /** Servers whose lists have new records, and must be sorted. */
  readonly #unsorted = new Set<string>();
  readonly #changed = new Set<string>();
  /** The next time at which a record becomes active or inactive, by id. */
  readonly #nextChanges = new DueTimes<string>();
  /**
   * The latest time for which records were placed into lists. If the clock is set back before it, all records
   * are placed again.
   */
  #latestMs = -Infinity;

  /** @param nowMs milliseconds since the Unix epoch, as everywhere here */
  set(id: string, record: ServedRecord, nowMs: number): void {
    const before = this.#records.get(id);
    if (before !== undefined && before.server !== record.server) this.delete(id);
    this.#records.set(id, record);
    this.#changed.add(record.server);
    this.#latestMs = Math.max(this.#latestMs, nowMs);
    this.#place(id, record, nowMs);
  }

  delete(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    this.#nextChanges.delete(id);
    this.#lists.get(record.server)?.delete(id);
    this.#changed.add(record.server);
  }

  /**
   * Returns the next time at which a record becomes active or inactive: `nowMs` if the clock was set back,
   * Infinity for never.
   */
  nextChangeMs(nowMs: number): number {
    return nowMs < this.#latestMs ? nowMs : this.#nextChanges.earliest;
  }

  /**
   * Adds and removes the records that have become active or inactive by now. If the clock was set back,
   * checks all records.
   */
  applyTime(nowMs: number): void {
    if (nowMs < this.#latestMs) for (const [id, record] of this.#records) this.#place(id, record, nowMs);
    this.#latestMs = nowMs;
    for (const id of this.#nextChanges.takeUntil(nowMs)) {
      const record = this.#records.get(id);
      if (record !== undefined) this.#place(id, record, nowMs);
    }
  }

  takeChanges(): ListChanges {
    const changes = new Map<string, string | undefined>();
    for (const server of this.#changed) changes.set(server, this.#serialise(server));
    this.#changed.clear();
    this.#unsorted.clear();
    return changes;
  }

  /** Adds the record to the list of its server if it is active, and removes it otherwise. */
  #place(id: string, { server, window, text }: ServedRecord, nowMs: number): void {
    this.#nextChanges.set(id, nextChangeMs(window, nowMs));
    const list = this.#lists.get(server) ?? new Map<string, string>();
    const wasActive = list.has(id);
    if (isActive(window, nowMs)) this.#lists.set(server, list.set(id, text));
    else list.delete(id);
    if (list.has(id) === wasActive) return;
    this.#changed.add(server);
    if (!wasActive) this.#unsorted.add(server);
  }

  #serialise(server: string): string | undefined {
    const list = this.#lists.get(server);
    if (list === undefined || list.size === 0) {
      this.#lists.delete(server);
      return undefined;
    }
    const sorted = this.#unsorted.has(server) ? new Map([...list].sort(byId)) : list;
    this.#lists.set(server, sorted);
    return `[${[...sorted.values()].join(',')}]`;
  }
}

function byId([a]: readonly [id: string, text: string], [b]: readonly [id: string, text: string]): number {
  return a < b ? -1 : 1;
}
