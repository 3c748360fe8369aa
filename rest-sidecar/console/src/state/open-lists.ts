import type { Answer } from './api.ts';
import { applyChange, toModel } from './list-model.ts';
import type { ListModel } from './list-model.ts';
import type { ListContents, ListEvent } from './shapes.ts';
import { Throttled } from './throttled.ts';

/** A list that changes by too much to be sent is loaded again at most this often, in milliseconds. */
const RELOAD_MS = 1000;

interface OpenList {
  readonly load: Throttled;
  model: ListModel | undefined;
  /** Changes that were reported while the list is loaded; undefined at other times. */
  meanwhile: ListEvent[] | undefined;
}

export interface OpenListsDependencies {
  readonly ask: (path: string) => Promise<Answer<ListContents>>;
  /** Called when a list was loaded. */
  readonly loaded: () => void;
}

/** The lists that somebody looks at: loaded as a whole once, then kept up to date by what is reported. */
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

  /** @param isLoaded whether the list is loaded immediately, and not by the next {@link reload} */
  open(list: string, isLoaded: boolean): void {
    const load = new Throttled(async () => {
      await this.#load(list, opened);
    }, RELOAD_MS);
    const opened: OpenList = { load, model: undefined, meanwhile: undefined };
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

  /** Loads all of them again. */
  reload(): void {
    for (const { load } of this.#open.values()) load.request();
  }

  /** Takes over a reported change. */
  take(event: ListEvent): void {
    const opened = this.#open.get(event.list);
    if (opened === undefined) return;
    opened.meanwhile?.push(event);
    if (opened.model === undefined) return;
    const next = applyChange(opened.model, event);
    if (next === undefined) opened.load.request();
    else opened.model = next;
  }

  async #load(list: string, opened: OpenList): Promise<void> {
    const meanwhile: ListEvent[] = [];
    opened.meanwhile = meanwhile;
    const answer = await this.#dependencies.ask(`v1/console/lists/${encodeURIComponent(list)}`);
    opened.meanwhile = undefined;
    if (!answer.ok) {
      const { status } = answer.failure;
      if (status === 0 || status >= 500) opened.load.request();
      return;
    }
    // Events come on another connection: some may be newer than the answer, some are in it already.
    const model = meanwhile.reduce(
      (before, event) => applyChange(before, event) ?? before,
      toModel(answer.body),
    );
    opened.model = model;
    const latest = meanwhile.at(-1);
    if (latest !== undefined && latest.to !== model.version) opened.load.request();
    this.#dependencies.loaded();
  }
}
