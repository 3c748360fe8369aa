import type { Answer, Api, Asked } from './api.ts';
import { EventStream } from './event-stream.ts';
import type { Connection } from './event-stream.ts';
import type { ServerEvent } from './event-frames.ts';
import type { ListModel } from './list-model.ts';
import { OpenLists } from './open-lists.ts';
import { withSample } from './samples.ts';
import type { ListEvent, ListSummary, Names, NodeEvent, NodeView, Session } from './shapes.ts';
import { Throttled } from './throttled.ts';

/** What changes all the time is loaded again at most this often, in milliseconds. */
const RELOAD_MS = 1000;

/** What the console knows, of one person who is signed in; kept up to date by the stream of events. */
export class Store {
  readonly api: Api;
  readonly session: Session;
  connection: Connection = 'connecting';
  /** Whether the sidecar has its Redis. */
  isStoreConnected = true;
  /** Undefined until they are loaded. */
  lists: ReadonlyMap<string, ListSummary> | undefined;
  /** Undefined until somebody looks at them. */
  nodes: ReadonlyMap<string, NodeView> | undefined;
  names: Names = { clients: [], features: [] };
  /** Counts the changes of lists: what else depends on them is loaded again. */
  changes = 0;
  /** Counts when changes were recorded in the history. */
  records = 0;
  readonly #open: OpenLists;
  readonly #listeners = new Set<() => void>();
  readonly #clockOffsetMs: number;
  readonly #stream: EventStream;
  readonly #lists = new Throttled(async () => {
    await this.#loadLists();
  }, RELOAD_MS);
  readonly #nodes = new Throttled(async () => {
    await this.#loadNodes();
  }, RELOAD_MS);
  #showsNodes = false;
  #isNotifying = false;

  constructor(api: Api, session: Session) {
    this.api = api;
    this.session = session;
    this.#clockOffsetMs = session.nowMs - Date.now();
    this.#open = new OpenLists({
      ask: async (path) => await this.ask(path),
      loaded: () => {
        this.#notify();
      },
    });
    this.#stream = new EventStream(api, {
      event: (event) => {
        this.#take(event);
      },
      load: () => {
        this.#reload();
      },
      connection: (state) => {
        // Heartbeats are not sent again after an interruption.
        const isResumed = state === 'live' && this.connection === 'interrupted';
        if (isResumed && this.#showsNodes) this.#nodes.request();
        this.connection = state;
        this.#notify();
      },
    });
  }

  start(): void {
    void this.#stream.run();
  }

  stop(): void {
    this.#stream.close();
    this.#listeners.clear();
    this.#open.closeAll();
    this.#lists.stop();
    this.#nodes.stop();
  }

  may(scope: string): boolean {
    return this.session.scopes.includes(scope);
  }

  /** By the sidecar's clock. */
  now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  async ask<T>(path: string, asked?: Asked): Promise<Answer<T>> {
    return await this.api.ask<T>(path, asked);
  }

  /** @returns what a list holds; undefined until it is loaded */
  model(list: string): ListModel | undefined {
    return this.#open.model(list);
  }

  /** Loads what a list holds, as soon as that can be had; from then on it is kept up to date. */
  openList(list: string): void {
    // Until the first stream is open, changes could be missed after a load.
    this.#open.open(list, this.connection !== 'connecting');
  }

  closeList(list: string): void {
    this.#open.close(list);
  }

  /** Loads proxies and sidecars, and keeps them up to date until they are hidden. */
  showNodes(): void {
    this.#showsNodes = true;
    this.#nodes.request();
  }

  hideNodes(): void {
    this.#showsNodes = false;
  }

  /** Loads the names that mods have asked about, to be offered where names are entered. */
  async loadNames(): Promise<void> {
    const answer = await this.ask<Names>('v1/console/names');
    if (!answer.ok) return;
    this.names = answer.body;
    this.#notify();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #reload(): void {
    this.changes += 1;
    this.records += 1;
    if (this.may('blocklists:read')) this.#lists.request();
    this.#open.reload();
    if (this.#showsNodes) this.#nodes.request();
  }

  async #loadLists(): Promise<void> {
    const answer = await this.ask<{ lists: readonly ListSummary[] }>('v1/console/lists');
    if (answer.ok) this.lists = new Map(answer.body.lists.map((summary) => [summary.list, summary]));
    this.#notify();
  }

  async #loadNodes(): Promise<void> {
    const answer = await this.ask<{ nodes: readonly NodeView[] }>('v1/console/nodes');
    if (answer.ok) this.nodes = new Map(answer.body.nodes.map((node) => [node.id, node]));
    this.#notify();
  }

  #take({ name, data }: ServerEvent): void {
    const body = JSON.parse(data) as unknown;
    if (name === 'list') this.#takeList(body as ListEvent);
    if (name === 'history') this.records += 1;
    if (name === 'lists') this.#reload();
    if (name === 'store') this.#takeStore(body as { isConnected: boolean });
    if (name === 'node') this.#takeNode(body as NodeEvent);
    this.#notify();
  }

  #takeList(event: ListEvent): void {
    this.changes += 1;
    const { list, size, timed } = event;
    this.lists = new Map(this.lists).set(list, { list, size, timed });
    this.#open.take(event);
  }

  #takeStore({ isConnected }: { readonly isConnected: boolean }): void {
    this.isStoreConnected = isConnected;
    if (isConnected) this.#reload();
  }

  #takeNode({ id, sample, isGone, ...record }: NodeEvent): void {
    const known = this.nodes?.get(id);
    if (known !== undefined) {
      const samples = sample === undefined ? known.samples : withSample(known.samples, sample);
      this.nodes = new Map(this.nodes).set(id, { ...known, ...record, samples });
    } else if (this.#showsNodes && !isGone) this.#nodes.request();
  }

  /** Once for all changes of one turn. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
