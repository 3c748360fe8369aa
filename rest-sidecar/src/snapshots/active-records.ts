import { isActive, spanAround } from '../../../shared/rest/active-window.ts';
import type { ActiveWindow } from '../../../shared/rest/active-window.ts';
import { EarliestFirst } from './earliest-first.ts';

/** A record in the form in which it is served. */
export interface ServedRecord {
  readonly server: string;
  readonly window: ActiveWindow;
  /** JSON. */
  readonly text: string;
}

/** The lists of servers that differ from what was taken before: JSON arrays, undefined where the list is empty now. */
export type ListChanges = ReadonlyMap<string, string | undefined>;

/**
 * Records by server, of each server those that are active, ordered by id (G6, G29). A change of one record touches the list of its server alone, and costs
 * no serialising of others: their texts are kept.
 */
export class ActiveRecords {
  readonly #records = new Map<string, ServedRecord>();
  readonly #lists = new Map<string, ServerList>();
  readonly #changed = new Set<string>();
  /** Until when each record is what it is, active or not. */
  readonly #until = new EarliestFirst();
  /** Since when, counted backwards: what a clock that is set back undoes first is the latest. */
  readonly #since = new EarliestFirst();

  set(id: string, record: ServedRecord, nowMs: number): void {
    if (this.#records.get(id)?.server !== record.server) this.delete(id);
    this.#records.set(id, record);
    this.#place(id, record, nowMs);
  }

  delete(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    this.#until.delete(id);
    this.#since.delete(id);
    this.#listOf(record.server).delete(id);
    this.#changed.add(record.server);
  }

  /**
   * When, in milliseconds since the Unix epoch, a record next begins or ceases to be active by a clock that says `nowMs`: at once where that was set back to
   * before the latest did. Infinity for never.
   */
  nextChangeMs(nowMs: number): number {
    return -this.#since.earliest > nowMs ? nowMs : this.#until.earliest;
  }

  /** Opens and closes windows, those that the clock has passed since, either way, and looks at no others. */
  applyTime(nowMs: number): void {
    while (this.nextChangeMs(nowMs) <= nowMs) {
      const id = (this.#until.earliest <= nowMs ? this.#until : this.#since).first ?? '';
      const record = this.#records.get(id);
      if (record !== undefined) this.#place(id, record, nowMs);
    }
  }

  takeChanges(): ListChanges {
    const changes = new Map<string, string | undefined>();
    for (const server of this.#changed) {
      const list = this.#listOf(server);
      changes.set(server, list.size === 0 ? undefined : list.toJson());
      if (list.size === 0) this.#lists.delete(server);
    }
    this.#changed.clear();
    return changes;
  }

  #place(id: string, { server, window, text }: ServedRecord, nowMs: number): void {
    const { sinceMs, untilMs } = spanAround(window, nowMs);
    this.#until.set(id, untilMs);
    this.#since.set(id, -sinceMs);
    const list = this.#listOf(server);
    if (isActive(window, nowMs)) list.set(id, text);
    else list.delete(id);
    this.#changed.add(server);
  }

  #listOf(server: string): ServerList {
    const list = this.#lists.get(server) ?? new ServerList();
    this.#lists.set(server, list);
    return list;
  }
}

/** The active records of one server. Their order is mended, never made anew: lists are long, and few of their records come and go at a time. */
class ServerList {
  readonly #texts = new Map<string, string>();
  /** Absent most of the time: there are as many lists as servers. */
  #added: Set<string> | undefined;
  #order: string[] = [];

  get size(): number {
    return this.#texts.size;
  }

  set(id: string, text: string): void {
    if (!this.#texts.has(id)) (this.#added ??= new Set()).add(id);
    this.#texts.set(id, text);
  }

  delete(id: string): void {
    this.#texts.delete(id);
    this.#added?.delete(id);
  }

  toJson(): string {
    const added = this.#added ?? new Set();
    const isInOrder = added.size === 0 && this.#order.length === this.#texts.size;
    if (!isInOrder) this.#mendOrder(added);
    return `[${this.#order.map((id) => this.#texts.get(id)).join(',')}]`;
  }

  #mendOrder(added: ReadonlySet<string>): void {
    const kept = this.#order.filter((id) => this.#texts.has(id) && !added.has(id));
    this.#order = [...kept, ...added].sort();
    this.#added = undefined;
  }
}
