import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { BlocklistsBody, ListSummary } from '../../../../shared/rest/blocklist-edits.ts';
import type { ListEvent, Session } from '../../../../shared/rest/console.ts';
import { t } from '../texts/translate.ts';
import { isTemporary } from './api.ts';
import type { Api } from './api.ts';
import { followEvents } from './event-stream.ts';
import type { Connection, ServerEvent } from './event-stream.ts';
import { throttle } from './throttle.ts';

/** Minimum interval between two loads of the lists, in milliseconds. */
const RELOAD_MS = 1000;

/** The result of the latest edit. */
export interface Toast {
  readonly text: string;
  /** How it can be reverted. */
  readonly reversal?: Reversal | undefined;
}

/** Changes that can be reverted. */
export interface Reversal {
  readonly ids: readonly string[];
  /** A redo if the changes are undos. */
  readonly action: 'undo' | 'redo';
}

/** The state of the console while one user is signed in, kept up to date by the stream of events. */
export class Store {
  readonly api: Api;
  readonly session: Session;
  connection: Connection = 'connecting';
  /** Whether the server is connected to Redis. */
  isRedisConnected = true;
  /** The overview of all lists, replaced with each change; undefined until they are loaded. */
  lists: ReadonlyMap<string, ListSummary> | undefined;
  /** Increases whenever the history may have new changes. */
  historyVersion = 0;
  toast: Toast | undefined;
  /** By how much the clock of Redis is ahead of the browser's, in milliseconds. */
  readonly #aheadMs: number;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #isLoadingLists = false;
  readonly #lists = throttle(() => this.#loadLists(), RELOAD_MS);

  constructor(api: Api, session: Session) {
    this.api = api;
    this.session = session;
    this.#aheadMs = session.nowMs - Date.now();
  }

  /** @param onEnd called when the token is no longer valid */
  start(onEnd: () => void): void {
    this.api.onUnauthorized = onEnd;
    const onConnection = (state: Connection): void => {
      this.connection = state;
      this.#notify();
    };
    const listener = { load: this.#reload, onEvent: this.#handle, onConnection };
    void followEvents(this.api, listener, this.#stopping.signal);
  }

  /** Closes the stream. Requests that are still in flight no longer end the session. */
  stop(): void {
    this.api.onUnauthorized = () => undefined;
    this.#stopping.abort();
    this.#listeners.clear();
    this.#lists.stop();
  }

  may(scope: string): boolean {
    return this.session.scopes.includes(scope);
  }

  get mayWrite(): boolean {
    return this.may('blocklists:write');
  }

  /**
   * Why nothing can be edited at present: a sentence; empty if everything can. An interruption of the stream
   * of events is no reason: a proxy may not let it through, but edits.
   */
  get obstacle(): string {
    return this.isRedisConnected ? '' : t('state.redis');
  }

  /** Returns the time of Redis's clock, in milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  show(toast: Toast | undefined): void {
    this.toast = toast;
    this.#notify();
  }

  /** Calls the listener after each change. @returns a function that removes the listener */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly #reload = (): void => {
    this.historyVersion += 1;
    if (this.may('blocklists:read')) this.#lists.request();
    this.#notify();
  };

  async #loadLists(): Promise<void> {
    this.#isLoadingLists = true;
    const answer = await this.api.request<BlocklistsBody>('v1/blocklists');
    this.#isLoadingLists = false;
    if (answer.ok) this.lists = new Map(answer.body.lists.map((each) => [each.list, each] as const));
    else if (isTemporary(answer)) this.#lists.request();
    this.#notify();
  }

  readonly #handle = ({ name, data }: ServerEvent): void => {
    if (name === 'list') this.#handleList(JSON.parse(data) as ListEvent);
    if (name === 'history') this.historyVersion += 1;
    if (name === 'lists') this.#reload();
    if (name === 'redis') this.#handleRedis(JSON.parse(data) as { isConnected: boolean });
    this.#notify();
  };

  #handleList({ list, size, timed }: ListEvent): void {
    // Until all lists are loaded, a single one would look like all of them.
    if (this.lists !== undefined) this.lists = new Map(this.lists).set(list, { list, size, timed });
    // The answer in flight, on another connection, may be older than this event.
    if (this.#isLoadingLists) this.#lists.request();
  }

  #handleRedis({ isConnected }: { readonly isConnected: boolean }): void {
    const isRestored = isConnected && !this.isRedisConnected;
    this.isRedisConnected = isConnected;
    if (isRestored) this.#reload();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const StoreContext = createContext<Store | undefined>(undefined);

/** Returns a function that renders the component again. */
function useRerender(): () => void {
  const [, setTick] = useState(0);
  return () => {
    setTick((tick) => tick + 1);
  };
}

/** Returns the store of the signed-in user, and renders the component again whenever the store changes. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  const rerender = useRerender();
  // An effect would begin after the page is painted, and miss a change until then.
  useLayoutEffect(() => store?.subscribe(rerender), [store]);
  if (store === undefined) throw new Error('Nobody is signed in');
  return store;
}

/** Returns the time of Redis's clock, in milliseconds since the epoch, and renders again every second. */
export function useNow(): number {
  const store = useStore();
  const rerender = useRerender();
  useEffect(() => {
    const timer = setInterval(rerender, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return store.now();
}
