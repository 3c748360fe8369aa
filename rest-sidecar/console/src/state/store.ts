import type { Answer, Api, Asked } from './api.ts';
import { EventStream } from './event-stream.ts';
import type { Connection } from './event-stream.ts';
import type { ServerEvent } from './event-frames.ts';
import { applyChange, toModel } from './list-model.ts';
import type { ListModel } from './list-model.ts';
import type { ListContents, ListEvent, ListSummary, Names, NodeView, Session } from './shapes.ts';

/** Charts are loaded again this long after a heartbeat, in milliseconds. */
const NODES_MS = 5000;

/** What could not be loaded is asked for again after this, in milliseconds. */
const RETRY_MS = 1000;

/** What the console knows, of one person who is signed in; kept up to date by the stream of events. */
export class Store {
  readonly api: Api;
  readonly session: Session;
  connection: Connection = 'connecting';
  /** Whether the sidecar has its Redis. */
  isStoreConnected = true;
  /** Undefined until they are loaded. */
  lists: ReadonlyMap<string, ListSummary> | undefined;
  nodes: ReadonlyMap<string, NodeView> | undefined;
  names: Names = { clients: [], features: [] };
  /** Whether somebody looks at the charts of proxies and sidecars. */
  showsNodes = false;
  /** Counts the changes of lists: what else depends on them is loaded again. */
  changes = 0;
  readonly #models = new Map<string, ListModel>();
  /** Lists that somebody looks at. */
  readonly #open = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #clockOffsetMs: number;
  readonly #stream: EventStream;
  #isNotifying = false;
  #isLoadingNodes = false;

  constructor(api: Api, session: Session) {
    this.api = api;
    this.session = session;
    this.#clockOffsetMs = session.nowMs - Date.now();
    this.#stream = new EventStream(api, {
      event: (event) => {
        this.#take(event);
      },
      missed: () => {
        this.#reload();
      },
      connection: (state) => {
        this.connection = state;
        this.#notify();
      },
    });
  }

  start(): void {
    void this.#stream.run();
    this.#reload();
  }

  stop(): void {
    this.#stream.close();
    this.#listeners.clear();
    this.#open.clear();
  }

  may(scope: string): boolean {
    return this.session.scopes.includes(scope);
  }

  /** By the sidecar's clock. */
  now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  model(list: string): ListModel | undefined {
    return this.#models.get(list);
  }

  async ask<T>(path: string, asked?: Asked): Promise<Answer<T>> {
    return await this.api.ask<T>(path, asked);
  }

  /** Loads what a list holds, as soon as that can be had; from then on it is kept up to date. */
  async openList(list: string): Promise<void> {
    this.#open.add(list);
    const answer = await this.ask<ListContents>(`v1/console/lists/${encodeURIComponent(list)}`);
    if (!this.#open.has(list)) return;
    if (answer.ok) {
      this.#models.set(list, toModel(answer.body));
      this.#notify();
    } else if (answer.failure.status === 0 || answer.failure.status >= 500) {
      setTimeout(() => {
        if (this.#open.has(list)) void this.openList(list);
      }, RETRY_MS);
    }
  }

  closeList(list: string): void {
    this.#open.delete(list);
    this.#models.delete(list);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #reload(): void {
    this.changes += 1;
    if (this.may('blocklists:read')) {
      void this.#loadLists();
      void this.ask<Names>('v1/console/names').then((answer) => {
        if (answer.ok) this.names = answer.body;
      });
      for (const list of this.#open) void this.openList(list);
    }
    if (this.may('metrics:read')) void this.#loadNodes();
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
    if (name === 'lists') this.#reload();
    if (name === 'store') this.#takeStore(body as { isConnected: boolean });
    if (name === 'node') this.#takeNode(body as Partial<NodeView> & { readonly id: string });
    this.#notify();
  }

  #takeList(event: ListEvent): void {
    this.changes += 1;
    const { list, size, timed } = event;
    this.lists = new Map(this.lists).set(list, { list, size, timed });
    const model = this.#models.get(list);
    if (model === undefined) return;
    const next = applyChange(model, event);
    if (next === undefined) void this.openList(list);
    else this.#models.set(list, next);
  }

  #takeStore({ isConnected }: { readonly isConnected: boolean }): void {
    this.isStoreConnected = isConnected;
    if (isConnected) this.#reload();
  }

  /** The figures at once, the charts every few seconds while somebody looks at them. */
  #takeNode({ id, ...record }: Partial<NodeView> & { readonly id: string }): void {
    const known = this.nodes?.get(id);
    if (known !== undefined) this.nodes = new Map(this.nodes).set(id, { ...known, ...record });
    if (!this.showsNodes || this.#isLoadingNodes) return;
    this.#isLoadingNodes = true;
    setTimeout(
      () => {
        this.#isLoadingNodes = false;
        void this.#loadNodes();
      },
      known === undefined ? 0 : NODES_MS,
    );
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
