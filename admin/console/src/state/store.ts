import type {
  ListEvent,
  Lists,
  ListSummary,
  Names,
  NodeEvent,
  Nodes,
  NodeView,
  Session,
} from '../../../../shared/rest/console.ts';
import { isTemporary } from './api.ts';
import type { Answer, Api, Failure, RequestOptions } from './api.ts';
import { EventStream } from './event-stream.ts';
import type { Connection } from './event-stream.ts';
import type { ServerEvent } from './event-stream-parser.ts';
import type { ListModel } from './list-model.ts';
import { OpenLists } from './open-lists.ts';
import { RedisClock } from './redis-clock.ts';
import { withSample } from './samples.ts';
import { Throttled } from './throttled.ts';

/** Minimum interval between two loads of the same data, in milliseconds. */
const RELOAD_MS = 1000;

/** The state of the console while one user is signed in, kept up to date by the stream of events. */
export class Store {
  readonly api: Api;
  readonly session: Session;
  connection: Connection = 'connecting';
  /** The HTTP status with which the server has refused the stream of events; undefined if it has not. */
  refusal: number | undefined;
  /** Whether the server is connected to Redis. */
  isStoreConnected = true;
  /** Undefined until they are loaded. */
  lists: ReadonlyMap<string, ListSummary> | undefined;
  /** Undefined until they are shown for the first time. */
  nodes: ReadonlyMap<string, NodeView> | undefined;
  /** Undefined until they are loaded, for the first input field that suggests them. */
  names: Names | undefined;
  /** Increases whenever a list may have changed. Data that depends on the lists is loaded again then. */
  listsVersion = 0;
  /** Increases whenever the history may have new changes. */
  historyVersion = 0;
  /** Changes reported while the lists are being loaded; undefined at other times. */
  #changedDuringLoad: Map<string, ListSummary> | undefined;
  readonly #open: OpenLists;
  readonly #listeners = new Set<() => void>();
  readonly #clock: RedisClock;
  readonly #stream: EventStream;
  readonly #lists = new Throttled(async () => {
    await this.#loadLists();
  }, RELOAD_MS);
  readonly #nodes = new Throttled(async () => {
    await this.#loadNodes();
  }, RELOAD_MS);
  readonly #time = new Throttled(async () => {
    await this.#loadTime();
  }, RELOAD_MS);
  #showsNodes = false;
  #isNotifying = false;

  constructor(api: Api, session: Session) {
    this.api = api;
    this.session = session;
    this.#clock = new RedisClock(session.nowMs);
    this.#open = new OpenLists({
      request: async (path) => await this.request(path),
      onAnswer: () => {
        this.#notify();
      },
    });
    this.#stream = new EventStream(api, {
      onEvent: (event) => {
        this.#handle(event);
      },
      load: () => {
        this.#reload();
      },
      onConnection: (state, refusal) => {
        this.refusal = refusal;
        this.#handleConnection(state);
      },
    });
  }

  start(): void {
    void this.#stream.run();
  }

  /** Closes the stream. Requests that are still in flight no longer end the session. */
  stop(): void {
    this.api.onUnauthorized = () => undefined;
    this.#stream.close();
    this.#listeners.clear();
    this.#open.closeAll();
    this.#lists.stop();
    this.#nodes.stop();
    this.#time.stop();
  }

  may(scope: string): boolean {
    return this.session.scopes.includes(scope);
  }

  /** Returns the time of Redis's clock, in milliseconds since the epoch. */
  now(): number {
    if (this.#clock.hasJumped) this.#time.request();
    return this.#clock.now();
  }

  async request<T>(path: string, options?: RequestOptions): Promise<Answer<T>> {
    return await this.api.request<T>(path, options);
  }

  /** Returns the contents of an open list; undefined until they are loaded. */
  model(list: string): ListModel | undefined {
    return this.#open.model(list);
  }

  /** Why an open list could not be loaded the last time; undefined if it could. */
  failureOf(list: string): Failure | undefined {
    return this.#open.failureOf(list);
  }

  /** Loads the contents of a list, with retries, and keeps them up to date until the list is closed. */
  openList(list: string): void {
    // Until the first stream is open, changes could be missed after a load.
    this.#open.open(list, this.connection !== 'connecting');
  }

  closeList(list: string): void {
    this.#open.close(list);
  }

  /** Loads the running programs, and keeps them up to date until they are hidden. */
  showNodes(): void {
    this.#showsNodes = true;
    this.#nodes.request();
  }

  hideNodes(): void {
    this.#showsNodes = false;
  }

  /** Loads the names that mods have requested, as suggestions for input fields. */
  async loadNames(): Promise<void> {
    const answer = await this.request<Names>('v1/console/names');
    if (!answer.ok) return;
    this.names = answer.body;
    this.#notify();
  }

  /** Calls the listener after each change. @returns a function that removes the listener */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #handleConnection(state: Connection): void {
    if (state === 'live' && this.connection === 'interrupted') {
      // The events `history` and `node` are not sent again after an interruption.
      this.historyVersion += 1;
      if (this.#showsNodes) this.#nodes.request();
    }
    this.connection = state;
    this.#notify();
  }

  #reload(): void {
    this.listsVersion += 1;
    this.historyVersion += 1;
    if (this.may('blocklists:read')) this.#lists.request();
    this.#open.reload();
    if (this.#showsNodes) this.#nodes.request();
  }

  async #loadLists(): Promise<void> {
    const changed = new Map<string, ListSummary>();
    this.#changedDuringLoad = changed;
    const answer = await this.request<Lists>('v1/console/lists');
    this.#changedDuringLoad = undefined;
    // Events are received on another connection: the answer may be older than some of them.
    if (answer.ok)
      this.lists = new Map([...answer.body.lists.map((each) => [each.list, each] as const), ...changed]);
    else if (isTemporary(answer.failure)) this.#lists.request();
    this.#notify();
  }

  async #loadNodes(): Promise<void> {
    const answer = await this.request<Nodes>('v1/console/nodes');
    if (answer.ok) {
      this.nodes = new Map(answer.body.nodes.map((node) => [node.id, node]));
      this.#clock.set(answer.body.nowMs);
    }
    this.#notify();
  }

  async #loadTime(): Promise<void> {
    const answer = await this.request<Session>('v1/session');
    if (answer.ok) this.#clock.set(answer.body.nowMs);
    this.#notify();
  }

  #handle({ name, data }: ServerEvent): void {
    const body = JSON.parse(data) as unknown;
    if (name === 'list') this.#handleList(body as ListEvent);
    if (name === 'history') this.historyVersion += 1;
    if (name === 'lists') this.#reload();
    if (name === 'store') this.#handleStore(body as { isConnected: boolean });
    if (name === 'node') this.#handleNode(body as NodeEvent);
    this.#notify();
  }

  #handleList(event: ListEvent): void {
    this.listsVersion += 1;
    const { list, size, timed } = event;
    this.#changedDuringLoad?.set(list, { list, size, timed });
    // Until all lists are loaded, a single one would look like all of them.
    if (this.lists !== undefined) this.lists = new Map(this.lists).set(list, { list, size, timed });
    this.#open.apply(event);
  }

  #handleStore({ isConnected }: { readonly isConnected: boolean }): void {
    const isRestored = isConnected && !this.isStoreConnected;
    this.isStoreConnected = isConnected;
    if (isRestored) this.#reload();
  }

  #handleNode({ id, sample, isGone, ...record }: NodeEvent): void {
    const known = this.nodes?.get(id);
    if (known !== undefined) {
      const samples = sample === undefined ? known.samples : withSample(known.samples, sample);
      this.nodes = new Map(this.nodes).set(id, { ...known, ...record, samples });
    } else if (this.#showsNodes && !isGone) this.#nodes.request();
  }

  /** Notifies the listeners once for all changes of the current task. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
