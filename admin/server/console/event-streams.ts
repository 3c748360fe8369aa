import type { ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { TOO_MANY_STREAMS } from '../operator-answers.ts';
import type { OperatorAnswer } from '../operator-answers.ts';
import { authorize } from '../token.ts';
import type { IssuedToken, Scope } from '../token.ts';
import type { TokenStore } from '../token-store.ts';
import { EventLog } from './event-log.ts';

export interface EventStreamsDependencies {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Whether the lists can be read from Redis. */
  readonly isStoreConnected: () => boolean;
}

/** Maximum number of open streams per token. */
const MAX_PER_TOKEN = 8;
/** Interval of comments, which are sent so that neither side mistakes an idle connection for a lost one. */
const HEARTBEAT_MS = 10_000;
/** Tokens are looked up again at every third heartbeat, so that the streams of a revoked token end. */
const HEARTBEATS_PER_LOOK_UP = 3;
/** Maximum number of bytes that a client has not read yet. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Delay after which clients reconnect. */
const RETRY_MS = 1000;

const CONTENT_TYPE = 'text/event-stream; charset=utf-8';
/** Disables the response buffering of nginx. */
const UNBUFFERED = ['X-Accel-Buffering', 'no'];

interface Stream {
  readonly response: ServerResponse;
  readonly token: IssuedToken;
  readonly tab: string | undefined;
}

/**
 * Sends events to consoles. Each event is serialised once for all consoles. A client that does not read is
 * disconnected, and can resume later from the id of the last event that it has read.
 */
export class EventStreams {
  readonly #dependencies: EventStreamsDependencies;
  readonly #log = new EventLog(randomBytes(6).toString('hex'));
  readonly #streams = new Set<Stream>();
  #cancelHeartbeat: CancelTimer;
  #heartbeats = 0;

  constructor(dependencies: EventStreamsDependencies) {
    this.#dependencies = dependencies;
    this.#cancelHeartbeat = this.#scheduleHeartbeat();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream. It first sends the events after `lastEventId`, then `hello` with the latest id, or
   * `reload` if the events after `lastEventId` are no longer known, and then `store`.
   * @param lastEventId of a client that resumes
   * @param tab identifies a client that opens one stream at a time; its earlier stream is closed
   */
  open(token: IssuedToken, lastEventId: string | undefined, tab: string | undefined): OperatorAnswer {
    const openStreams = [...this.#streams].filter((stream) => stream.token.hash === token.hash);
    // After a change of its network, a client returns long before its earlier connection is known to be lost.
    const earlier = openStreams.find((stream) => tab !== undefined && stream.tab === tab);
    if (earlier !== undefined) this.#disconnect(earlier);
    else if (openStreams.length >= MAX_PER_TOKEN) return TOO_MANY_STREAMS;
    const stream = (response: ServerResponse): void => {
      this.#start({ response, token, tab }, lastEventId);
    };
    return { status: 200, contentType: CONTENT_TYPE, body: '', headers: UNBUFFERED, stream };
  }

  /** Sends an event and logs it, so that clients can resume. @param data sent as JSON */
  publish(name: string, data: object, scope: Scope): void {
    this.#send(this.#log.add(name, JSON.stringify(data), scope));
  }

  /**
   * Sends an event without logging it: clients that resume do not receive it.
   * @param data sent as JSON
   */
  publishOnce(name: string, data: object, scope: Scope): void {
    this.#send({ scope, frame: frameOf(name, JSON.stringify(data)) });
  }

  /** Sends whether the lists can be read from Redis. */
  publishStoreState(): void {
    this.#send({ scope: undefined, frame: storeFrame(this.#dependencies.isStoreConnected()) });
  }

  stop(): void {
    this.#cancelHeartbeat();
    for (const { response } of this.#streams) response.end();
    this.#streams.clear();
  }

  #start(stream: Stream, lastEventId: string | undefined): void {
    const { response, token } = stream;
    const { socket } = response.req;
    if (response.req.method === 'HEAD' || response.destroyed || socket.destroyed) {
      response.end();
      return;
    }
    this.#streams.add(stream);
    // A response that waits behind another one of its connection does not emit `close`.
    const remove = (): void => {
      this.#streams.delete(stream);
      socket.off('close', remove);
    };
    response.once('close', remove);
    socket.once('close', remove);
    const missed = lastEventId === undefined ? [] : this.#log.after(lastEventId);
    const frames = (missed ?? []).filter(({ scope }) => token.scopes.includes(scope));
    const hello = frameOf(missed === undefined ? 'reload' : 'hello', '{}', this.#log.latestId);
    const sent = [
      ...frames.map(({ frame }) => frame),
      hello,
      storeFrame(this.#dependencies.isStoreConnected()),
    ];
    response.write(`retry: ${RETRY_MS}\n\n${sent.join('')}`);
  }

  #send({ scope, frame }: { readonly scope: Scope | undefined; readonly frame: string }): void {
    for (const stream of this.#streams)
      if (scope === undefined || stream.token.scopes.includes(scope)) this.#write(stream, frame);
  }

  #write(stream: Stream, frame: string): void {
    const { response } = stream;
    response.write(frame);
    if (response.writableLength > MAX_UNREAD_BYTES) this.#disconnect(stream);
  }

  #disconnect(stream: Stream): void {
    this.#streams.delete(stream);
    stream.response.destroy();
  }

  #scheduleHeartbeat(): CancelTimer {
    return this.#dependencies.timers.after(HEARTBEAT_MS, () => {
      this.#heartbeats += 1;
      for (const stream of this.#streams) this.#write(stream, ':\n\n');
      if (this.#heartbeats % HEARTBEATS_PER_LOOK_UP === 0) void this.#lookUpTokens();
      this.#cancelHeartbeat = this.#scheduleHeartbeat();
    });
  }

  /** Ends the streams of tokens that are no longer valid or whose scopes have changed. */
  async #lookUpTokens(): Promise<void> {
    const { clock, tokens } = this.#dependencies;
    for (const hash of new Set([...this.#streams].map(({ token }) => token.hash))) {
      // While Redis does not answer, the streams stay open.
      const found = await tokens.find(hash).catch(() => 'unknown' as const);
      if (found === 'unknown') continue;
      const isValid = authorize(found, undefined, clock.epochMs()) === 'granted';
      for (const stream of this.#streams) {
        const isUnchanged = isValid && found?.scopes.join() === stream.token.scopes.join();
        if (stream.token.hash !== hash || isUnchanged) continue;
        this.#streams.delete(stream);
        stream.response.end();
      }
    }
  }
}

function storeFrame(isConnected: boolean): string {
  return frameOf('store', JSON.stringify({ isConnected }));
}

function frameOf(name: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}
