import { isActive, spanAround } from '../../../shared/rest/active-window.ts';
import { EarliestFirst } from './earliest-first.ts';
import { HeldRecords } from './held-records.ts';
import type { ServedRecord } from './held-records.ts';

/** The lists of servers that differ from what was taken before: JSON arrays, undefined where the list is empty now. */
export type ListChanges = ReadonlyMap<string, string | undefined>;

/** The active records of one server, by their numbers. */
interface ServerList {
  readonly server: string;
  numbers: number[];
  /** Lists may be long, and are mended once for all that came and went. */
  isMended: boolean;
}

/**
 * Records by server, of each server those that are active, ordered by id (G6, G29). A change of one record touches the list of its server alone, and costs
 * no serialising of others: their texts are kept.
 */
export class ActiveRecords {
  readonly #records = new HeldRecords();
  readonly #lists = new Map<string, ServerList>();
  /** Of each number, whether it is in the list of its server. */
  readonly #isListed: boolean[] = [];
  readonly #changed = new Set<string>();
  /** Until when each record is what it is, active or not. */
  readonly #until = new EarliestFirst();
  /** Since when, counted backwards: what a clock that is set back undoes first is the latest. */
  readonly #since = new EarliestFirst();

  set(id: string, record: ServedRecord, nowMs: number): void {
    const before = this.#records.find(id);
    if (before !== undefined && this.#records.serverOf(before) !== record.server) this.delete(id);
    // Of each server's name, one text is held for all its records.
    const { server } = this.#listOf(record.server);
    this.#place(this.#records.set(id, { ...record, server }), nowMs);
  }

  delete(id: string): void {
    const number = this.#records.find(id);
    if (number === undefined) return;
    this.#until.delete(number);
    this.#since.delete(number);
    this.#list(number, false);
    this.#changed.add(this.#records.serverOf(number));
    this.#records.delete(number);
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
      const number = (this.#until.earliest <= nowMs ? this.#until : this.#since).first;
      if (number !== undefined) this.#place(number, nowMs);
    }
  }

  takeChanges(): ListChanges {
    const changes = new Map<string, string | undefined>();
    for (const server of this.#changed) {
      const list = this.#listOf(server);
      if (!list.isMended) this.#mend(list);
      changes.set(server, list.numbers.length === 0 ? undefined : this.#toJson(list));
      if (list.numbers.length === 0) this.#lists.delete(server);
    }
    this.#changed.clear();
    return changes;
  }

  #place(number: number, nowMs: number): void {
    const window = this.#records.windowOf(number);
    const { sinceMs, untilMs } = spanAround(window, nowMs);
    this.#until.set(number, untilMs);
    this.#since.set(number, -sinceMs);
    this.#list(number, isActive(window, nowMs));
    this.#changed.add(this.#records.serverOf(number));
  }

  #list(number: number, isActive: boolean): void {
    if (isActive === (this.#isListed[number] ?? false)) return;
    const list = this.#listOf(this.#records.serverOf(number));
    if (isActive) list.numbers.push(number);
    this.#isListed[number] = isActive;
    list.isMended = false;
  }

  /** Takes out what is no longer active, or another server's by now, or twice there, and puts the rest in order. */
  #mend(list: ServerList): void {
    const records = this.#records;
    list.numbers = list.numbers
      .filter((number) => this.#isListed[number] && records.serverOf(number) === list.server)
      .sort((one, other) => (records.idOf(one) < records.idOf(other) ? -1 : Number(one !== other)))
      .filter((number, index, numbers) => number !== numbers[index - 1]);
    list.isMended = true;
  }

  #toJson({ numbers }: ServerList): string {
    return `[${numbers.map((number) => this.#records.textOf(number)).join(',')}]`;
  }

  #listOf(server: string): ServerList {
    const list = this.#lists.get(server) ?? { server, numbers: [], isMended: true };
    this.#lists.set(server, list);
    return list;
  }
}
