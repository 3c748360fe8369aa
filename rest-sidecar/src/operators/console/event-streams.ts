import type { ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
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
}

/** Streams that one token may have open. */
const MOST_OF_TOKEN = 8;
/** Comments are sent this often, so that neither side takes a quiet connection for a lost one. */
const HEARTBEAT_MS = 10_000;
/** Tokens are looked up again at every third heartbeat: one that was revoked ends its streams. */
const HEARTBEATS_PER_LOOK_UP = 3;
/** Bytes that may wait for a client to read them. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** What clients wait before they connect again, in milliseconds. */
const RETRY_MS = 1000;

const CONTENT_TYPE = 'text/event-stream; charset=utf-8';
/** nginx would collect what is sent otherwise. */
const UNBUFFERED = ['X-Accel-Buffering', 'no'];

interface Stream {
  readonly response: ServerResponse;
  readonly token: IssuedToken;
}

/**
 * Sends events to consoles. Each event is made once, whatever the number of consoles. A client that does not
 * read is disconnected, and resumes later by the id of the last event that it has read.
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

  /** Streams that are open. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream. It begins with `hello`, which carries the latest id, or with `reload` where what came
   * after `lastEventId` is not known any more, and goes on with what came since.
   * @param lastEventId of a client that resumes
   */
  open(token: IssuedToken, lastEventId: string | undefined): OperatorAnswer {
    const ofToken = [...this.#streams].filter((stream) => stream.token.hash === token.hash);
    if (ofToken.length >= MOST_OF_TOKEN) return TOO_MANY_STREAMS;
    const stream = (response: ServerResponse): void => {
      this.#start({ response, token }, lastEventId);
    };
    return { status: 200, contentType: CONTENT_TYPE, body: '', headers: UNBUFFERED, stream };
  }

  /** Sends an event that a client may resume from. @param data is sent as JSON */
  publish(name: string, data: object, scope: Scope): void {
    this.#send(this.#log.add(name, JSON.stringify(data), scope));
  }

  /**
   * Sends an event that is of no use to those who come later.
   * @param data is sent as JSON
   * @param scope undefined for all consoles
   */
  publishOnce(name: string, data: object, scope?: Scope): void {
    this.#send({ scope, frame: frameOf(name, JSON.stringify(data)) });
  }

  stop(): void {
    this.#cancelHeartbeat();
    for (const { response } of this.#streams) response.end();
    this.#streams.clear();
  }

  #start(stream: Stream, lastEventId: string | undefined): void {
    const { response, token } = stream;
    if (response.req.method === 'HEAD' || response.destroyed) {
      response.end();
      return;
    }
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    const missed = lastEventId === undefined ? [] : this.#log.after(lastEventId);
    const frames = (missed ?? []).filter(({ scope }) => token.scopes.includes(scope));
    const hello = frameOf(missed === undefined ? 'reload' : 'hello', '{}', this.#log.latestId);
    response.write(`retry: ${RETRY_MS}\n\n${frames.map(({ frame }) => frame).join('')}${hello}`);
  }

  #send({ scope, frame }: { readonly scope: Scope | undefined; readonly frame: string }): void {
    for (const stream of this.#streams)
      if (scope === undefined || stream.token.scopes.includes(scope)) this.#write(stream, frame);
  }

  #write(stream: Stream, frame: string): void {
    const { response } = stream;
    response.write(frame);
    if (response.writableLength <= MOST_UNREAD_BYTES) return;
    this.#streams.delete(stream);
    response.destroy();
  }

  #scheduleHeartbeat(): CancelTimer {
    return this.#dependencies.timers.after(HEARTBEAT_MS, () => {
      this.#heartbeats += 1;
      for (const stream of this.#streams) this.#write(stream, ':\n\n');
      if (this.#heartbeats % HEARTBEATS_PER_LOOK_UP === 0) void this.#lookUpTokens();
      this.#cancelHeartbeat = this.#scheduleHeartbeat();
    });
  }

  /** Ends the streams of tokens that are not valid any more, or for other scopes. */
  async #lookUpTokens(): Promise<void> {
    const { clock, tokens } = this.#dependencies;
    for (const hash of new Set([...this.#streams].map(({ token }) => token.hash))) {
      // While Redis does not answer, nothing is known to be revoked.
      const found = await tokens.find(hash).catch(() => 'unknown' as const);
      if (found === 'unknown') continue;
      const isValid = authorize(found, undefined, clock.epochMs()) === 'granted';
      for (const stream of this.#streams) {
        const isSame = isValid && found?.scopes.join() === stream.token.scopes.join();
        if (stream.token.hash !== hash || isSame) continue;
        this.#streams.delete(stream);
        stream.response.end();
      }
    }
  }
}

function frameOf(name: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}
