import type { ListBody, ListEvent } from '../../../../shared/rest/console.ts';
import { isTemporary } from './api.ts';
import type { Answer, Failure } from './api.ts';
import { applyChange, toModel } from './list-model.ts';
import type { ListModel } from './list-model.ts';
import { Throttled } from './throttled.ts';

/** Minimum interval between two loads of a list whose changes are too large for an event, in milliseconds. */
const RELOAD_MS = 1000;

interface OpenList {
  readonly load: Throttled;
  model: ListModel | undefined;
  /** Of the last load. */
  failure: Failure | undefined;
  /** Events received while the list is being loaded; undefined at other times. */
  eventsDuringLoad: ListEvent[] | undefined;
}

export interface OpenListsDependencies {
  readonly request: (path: string) => Promise<Answer<ListBody>>;
  /** Called when a list was loaded, or could not be loaded. */
  readonly onAnswer: () => void;
}

/** The contents of the lists that are shown. Each is loaded once, and then kept up to date by events. */
export class OpenLists {
  readonly #dependencies: OpenListsDependencies;
  readonly #open = new Map<string, OpenList>();

  constructor(dependencies: OpenListsDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns undefined until it is loaded */
  model(list: string): ListModel | undefined {
    return this.#open.get(list)?.model;
  }

  /** Why a list could not be loaded the last time; undefined if it could. */
  failureOf(list: string): Failure | undefined {
    return this.#open.get(list)?.failure;
  }

  /** @param isLoaded whether the list is loaded immediately, and not by the next {@link reload} */
  open(list: string, isLoaded: boolean): void {
    const load = new Throttled(async () => {
      await this.#load(list, opened);
    }, RELOAD_MS);
    const opened: OpenList = { load, model: undefined, failure: undefined, eventsDuringLoad: undefined };
    this.#open.set(list, opened);
    if (isLoaded) load.request();
  }

  close(list: string): void {
    this.#open.get(list)?.load.stop();
    this.#open.delete(list);
  }

  closeAll(): void {
    for (const list of [...this.#open.keys()]) this.close(list);
  }

  /** Loads all open lists again. */
  reload(): void {
    for (const { load } of this.#open.values()) load.request();
  }

  /** Applies a reported change, if the list is open. */
  apply(event: ListEvent): void {
    const opened = this.#open.get(event.list);
    if (opened === undefined) return;
    opened.eventsDuringLoad?.push(event);
    if (opened.model === undefined) return;
    const next = applyChange(opened.model, event);
    if (next === undefined) opened.load.request();
    else opened.model = next;
  }

  async #load(list: string, opened: OpenList): Promise<void> {
    const events: ListEvent[] = [];
    opened.eventsDuringLoad = events;
    const path = `v1/console/lists/${encodeURIComponent(list)}`;
    const answer = await this.#dependencies.request(path);
    opened.eventsDuringLoad = undefined;
    opened.failure = answer.ok ? undefined : answer.failure;
    if (!answer.ok) {
      if (isTemporary(answer.failure)) opened.load.request();
      this.#dependencies.onAnswer();
      return;
    }
    // Events are received on another connection: the answer may already contain some of them, but not others.
    const model = events.reduce(
      (before, event) => applyChange(before, event) ?? before,
      toModel(answer.body),
    );
    opened.model = model;
    const latest = events.at(-1);
    if (latest !== undefined && latest.to !== model.version) opened.load.request();
    this.#dependencies.onAnswer();
  }
}
