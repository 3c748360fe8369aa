import type { Api } from './api.ts';
import { EventFrames } from './event-frames.ts';
import type { ServerEvent } from './event-frames.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

export interface EventStreamListener {
  event(event: ServerEvent): void;
  /** Loads everything: once the first stream is open or has failed to open, and after events were missed. */
  load(): void;
  connection(state: Connection): void;
}

/** The sidecar sends something every 10 seconds: after this silence, in milliseconds, it is gone. */
const SILENCE_MS = 25_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8000;

/**
 * The stream of events, which is resumed whenever it breaks: read by `fetch`, as the browser's own reader can
 * send no token.
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
    this.#listener.connection('connecting');
    while (!this.#isClosed) {
      const isRefused = await this.#readOnce().catch(() => false);
      if (isRefused) return;
      this.#listener.connection('interrupted');
      // The current state is shown even if no stream can be opened.
      if (this.#lastEventId === undefined && this.#failures === 0) this.#listener.load();
      this.#failures += 1;
      await this.#pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#aborting.abort();
  }

  /** @returns whether the token is not valid any more */
  async #readOnce(): Promise<boolean> {
    this.#aborting = new AbortController();
    const response = await this.#api.listen(this.#lastEventId, this.#aborting.signal);
    if (response.status === 401) {
      this.#api.refused();
      return true;
    }
    if (!response.ok || response.body === null) return false;
    const frames = new EventFrames();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let timer = this.#abortAfterSilence();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return false;
        timer = this.#abortAfterSilence();
        for (const event of frames.take(value)) this.#take(event);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take(event: ServerEvent): void {
    const isFirst = this.#lastEventId === undefined;
    this.#lastEventId = event.id ?? this.#lastEventId;
    if (event.name === 'reload' || isFirst) this.#listener.load();
    if (event.name !== 'hello' && event.name !== 'reload') {
      this.#listener.event(event);
      return;
    }
    this.#failures = 0;
    this.#listener.connection('live');
  }

  #abortAfterSilence(): number {
    const aborting = this.#aborting;
    return setTimeout(() => {
      aborting.abort();
    }, SILENCE_MS);
  }

  /** Ends early when the browser is online again. */
  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      addEventListener(
        'online',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
