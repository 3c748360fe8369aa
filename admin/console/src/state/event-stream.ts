import type { Api } from './api.ts';
import { EventStreamParser } from './event-stream-parser.ts';
import type { ServerEvent } from './event-stream-parser.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

export interface EventStreamListener {
  onEvent(event: ServerEvent): void;
  /** Loads everything: once the first stream is open or has failed to open, and after events were missed. */
  load(): void;
  /** @param refusal the status of the response that refused the stream; undefined if there was none */
  onConnection(state: Connection, refusal?: number): void;
}

/** The connection counts as lost if nothing is received for this time. The server sends every 10 seconds. */
const IDLE_TIMEOUT_MS = 25_000;
const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 8000;

/**
 * Reads the stream of events, and reconnects when the connection is lost. Uses `fetch`, because `EventSource`
 * cannot send a token.
 */
export class EventStream {
  readonly #api: Api;
  readonly #listener: EventStreamListener;
  #lastEventId: string | undefined;
  #aborting = new AbortController();
  #isClosed = false;
  #failures = 0;

  constructor(api: Api, listener: EventStreamListener) {
    this.#api = api;
    this.#listener = listener;
  }

  async run(): Promise<void> {
    this.#listener.onConnection('connecting');
    while (!this.#isClosed) {
      const refusal = await this.#readOnce().catch(() => undefined);
      if (refusal === 401) {
        this.#api.onUnauthorized();
        return;
      }
      this.#listener.onConnection('interrupted', refusal);
      // The current state is shown even if no stream can be opened.
      if (this.#lastEventId === undefined && this.#failures === 0) this.#listener.load();
      this.#failures += 1;
      await this.#pause(Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (this.#failures - 1)));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#aborting.abort();
  }

  /** @returns the status of the response if it is not a stream; undefined at the end of a stream */
  async #readOnce(): Promise<number | undefined> {
    this.#aborting = new AbortController();
    let timer = this.#abortWhenIdle();
    try {
      const response = await this.#api.openEvents(this.#lastEventId, this.#aborting.signal);
      if (!response.ok || response.body === null) return response.status;
      const frames = new EventStreamParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return undefined;
        timer = this.#abortWhenIdle();
        for (const event of frames.push(value)) this.#handle(event);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #handle(event: ServerEvent): void {
    const isFirst = this.#lastEventId === undefined;
    this.#lastEventId = event.id ?? this.#lastEventId;
    if (event.name === 'reload' || isFirst) this.#listener.load();
    if (event.name !== 'hello' && event.name !== 'reload') {
      this.#listener.onEvent(event);
      return;
    }
    this.#failures = 0;
    this.#listener.onConnection('live');
  }

  #abortWhenIdle(): number {
    const aborting = this.#aborting;
    return setTimeout(() => {
      aborting.abort();
    }, IDLE_TIMEOUT_MS);
  }

  /** Ends early when the browser is online again, and immediately if the stream is closed. */
  async #pause(ms: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      addEventListener('online', end);
    });
  }
}
