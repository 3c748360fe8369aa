import type { Api } from './api.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

export interface EventStreamListener {
  onEvent(event: ServerEvent): void;
  /** Loads everything: once the first stream is open or has failed to open, and after events were missed. */
  load(): void;
  onConnection(state: Connection): void;
}

/** The connection counts as lost if nothing is received for this time. The server sends every 10 seconds. */
const IDLE_TIMEOUT_MS = 25_000;
const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 8000;

/**
 * Reads the stream of events, and reconnects when the connection is lost, until the signal is aborted. Uses
 * `fetch`, because `EventSource` cannot send a token.
 */
export async function followEvents(
  api: Api,
  listener: EventStreamListener,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  let delayMs = MIN_RETRY_DELAY_MS;
  const handle = (event: ServerEvent): void => {
    if (event.name === 'reload' || lastEventId === undefined) listener.load();
    lastEventId = event.id ?? lastEventId;
    if (event.name === 'hello' || event.name === 'reload') {
      delayMs = MIN_RETRY_DELAY_MS;
      listener.onConnection('live');
    } else listener.onEvent(event);
  };
  while (!signal.aborted) {
    await readEvents(api, lastEventId, signal, handle).catch(() => undefined);
    listener.onConnection('interrupted');
    // The current state is shown even if no stream can be opened.
    if (lastEventId === undefined) listener.load();
    await untilOnline(delayMs);
    delayMs = Math.min(MAX_RETRY_DELAY_MS, 2 * delayMs);
  }
}

/** Reads one stream until its end. @throws if the connection is lost */
async function readEvents(
  api: Api,
  lastEventId: string | undefined,
  signal: AbortSignal,
  handle: (event: ServerEvent) => void,
): Promise<void> {
  const idle = new AbortController();
  let timer: number | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      idle.abort();
    }, IDLE_TIMEOUT_MS);
  };
  restartTimer();
  try {
    const { body, ok } = await api.openEvents(lastEventId, AbortSignal.any([signal, idle.signal]));
    if (!ok || body === null) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let incomplete = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      restartTimer();
      const frames = (incomplete + value).split('\n\n');
      incomplete = frames.pop() ?? '';
      for (const event of frames.map(parseFrame)) if (event.name !== '') handle(event);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @returns an event without a name for a comment */
function parseFrame(frame: string): ServerEvent {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  return { name: field('event') ?? '', data: field('data') ?? '', id: field('id') };
}

/** Waits for some milliseconds, or until the browser is online again. */
async function untilOnline(ms: number): Promise<void> {
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { once: true });
  });
}
