import { DueTimes } from '../../../shared/due-times.ts';
import { isActive, nextChangeMs } from '../../../shared/rest/active-window.ts';
import type { ActiveWindow } from '../../../shared/rest/active-window.ts';

/** A record in the form in which it is served. */
export interface ServedRecord extends ActiveWindow {
  readonly server: string;
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
  /** By server and id. */
  readonly #records = new Map<string, Map<string, ServedRecord>>();
  readonly #serverOf = new Map<string, string>();
  readonly #changed = new Set<string>();
  /** By server, the next time at which one of its records becomes active or inactive. */
  readonly #nextChanges = new DueTimes<string>();
  /** The latest time for which lists were created. If the clock is set back, all are created again. */
  #latestMs = -Infinity;

  /** @param record undefined if there is no record with this id */
  set(id: string, record: ServedRecord | undefined): void {
    this.#delete(id);
    if (record === undefined) return;
    const { server } = record;
    this.#serverOf.set(id, server);
    this.#records.set(server, (this.#records.get(server) ?? new Map<string, ServedRecord>()).set(id, record));
    this.#changed.add(server);
  }

  /**
   * Returns the next time at which a record becomes active or inactive: `nowMs` if the clock was set back,
   * Infinity for never.
   * @param nowMs milliseconds since the Unix epoch
   */
  nextChangeMs(nowMs: number): number {
    return nowMs < this.#latestMs ? nowMs : this.#nextChanges.earliest;
  }

  /** @param nowMs milliseconds since the Unix epoch @returns the lists that have changed, as they are now */
  takeChanges(nowMs: number): ListChanges {
    const servers = nowMs < this.#latestMs ? this.#records.keys() : this.#nextChanges.takeUntil(nowMs);
    this.#latestMs = nowMs;
    const changes = new Map<string, string | undefined>();
    for (const server of new Set([...this.#changed, ...servers]))
      changes.set(server, this.#serialise(server, nowMs));
    this.#changed.clear();
    return changes;
  }

  #delete(id: string): void {
    const server = this.#serverOf.get(id);
    if (server === undefined) return;
    this.#serverOf.delete(id);
    this.#records.get(server)?.delete(id);
    this.#changed.add(server);
  }

  #serialise(server: string, nowMs: number): string | undefined {
    const records = [...(this.#records.get(server) ?? [])];
    if (records.length === 0) this.#records.delete(server);
    const next = records.map(([, record]) => nextChangeMs(record, nowMs));
    this.#nextChanges.set(
      server,
      next.reduce((one, other) => Math.min(one, other), Infinity),
    );
    const active = records.filter(([, record]) => isActive(record, nowMs)).sort(byId);
    return active.length === 0 ? undefined : `[${active.map(([, { text }]) => text).join(',')}]`;
  }
}

function byId([one]: readonly [id: string, unknown], [other]: readonly [id: string, unknown]): number {
  return one < other ? -1 : 1;
}
