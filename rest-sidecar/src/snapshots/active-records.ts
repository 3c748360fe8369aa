import { EarliestFirst } from '../../../shared/earliest-first.ts';
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
 * The lists of servers that differ from what was taken before: JSON arrays, undefined where the list is empty
 * now.
 */
export type ListChanges = ReadonlyMap<string, string | undefined>;

/**
 * Records by server, of each server those that are active, ordered by id (G6, G29). A change of one record
 * touches the list of its server alone, and serialises no other record.
 */
export class ActiveRecords {
  readonly #records = new Map<string, ServedRecord>();
  /** By server and id, the texts of the active records. */
  readonly #lists = new Map<string, Map<string, string>>();
  /** Servers to whose lists something was added. */
  readonly #unsorted = new Set<string>();
  readonly #changed = new Set<string>();
  /** By id, when a record next begins or ceases to be active. */
  readonly #nextChanges = new EarliestFirst<string>();
  /**
   * The latest time by which a record was placed: from a clock that is set back before it, all are placed
   * again.
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
   * When a record next begins or ceases to be active: at once where the clock was set back. Infinity for
   * never.
   */
  nextChangeMs(nowMs: number): number {
    return nowMs < this.#latestMs ? nowMs : this.#nextChanges.earliest;
  }

  /** Opens and closes the windows that the clock has passed since, and all that it was set back before. */
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

  /** Puts an active record into the list of its server, and takes another out of it. */
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

function byId(
  [one]: readonly [id: string, text: string],
  [other]: readonly [id: string, text: string],
): number {
  return one < other ? -1 : 1;
}
