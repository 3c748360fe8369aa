import type { ActiveWindow } from '../../../shared/rest/active-window.ts';
import { flatText } from './flat-text.ts';

/** A record in the form in which it is served. */
export interface ServedRecord {
  readonly server: string;
  readonly window: ActiveWindow;
  /** JSON. */
  readonly text: string;
}

/**
 * Records by numbers, from 0 on: what belongs to each stands in lists, one for each property. An object for each record, with another for its window and two
 * for the times in it, would be most of what garbage collection looks at.
 */
export class HeldRecords {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #servers: string[] = [];
  readonly #texts: string[] = [];
  /** -Infinity and Infinity for a side that is open. */
  readonly #startsAt: number[] = [];
  readonly #endsAt: number[] = [];
  /** Numbers of records that are gone. */
  readonly #free: number[] = [];

  /** The number of a record; undefined for one that is not held. */
  find(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** @returns the record's number, which stays as long as the record is held */
  set(id: string, { server, window, text }: ServedRecord): number {
    const number = this.#numbers.get(id) ?? this.#free.pop() ?? this.#ids.length;
    this.#numbers.set(id, number);
    this.#ids[number] = id;
    this.#servers[number] = server;
    this.#texts[number] = flatText(text);
    this.#startsAt[number] = window.startsAt ?? -Infinity;
    this.#endsAt[number] = window.endsAt ?? Infinity;
    return number;
  }

  delete(number: number): void {
    this.#numbers.delete(this.idOf(number));
    this.#ids[number] = this.#servers[number] = this.#texts[number] = '';
    this.#free.push(number);
  }

  idOf(number: number): string {
    return this.#ids[number] ?? '';
  }

  serverOf(number: number): string {
    return this.#servers[number] ?? '';
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }

  windowOf(number: number): ActiveWindow {
    return { startsAt: this.#startsAt[number], endsAt: this.#endsAt[number] };
  }
}
