import type { Response } from 'express';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { IssuedToken } from '../access/token.ts';
import { EventLog, frameOf } from './event-log.ts';

interface EventStreamsDependencies {
  readonly timers: Timers;
  /** Whether the lists can be read from Redis. */
  readonly isRedisConnected: () => boolean;
}

/** Maximum number of open streams. Beyond that, the oldest one of the token with most of them is closed. */
const MAX_STREAMS = 200;
/** Interval of comments, which are sent so that neither side mistakes an idle connection for a lost one. */
const HEARTBEAT_MS = 10_000;
/** Maximum number of bytes that a client has not read yet. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Delay after which clients reconnect. */
const RETRY_MS = 1000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A compressed stream would be buffered.
  'Cache-Control': 'no-store, no-transform',
  // Disables the response buffering of nginx.
  'X-Accel-Buffering': 'no',
};

interface Stream {
  readonly response: Response;
  readonly token: IssuedToken;
  readonly tab: string | undefined;
}

/**
 * Sends events to consoles. Each event is serialised once for all consoles. A client that does not read is
 * disconnected, and can resume later from the id of the last event that it has read.
 */
export class EventStreams {
  readonly #dependencies: EventStreamsDependencies;
  readonly #log = new EventLog();
  readonly #streams = new Set<Stream>();
  #cancelHeartbeat: CancelTimer;

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
   * `reload` if the events after `lastEventId` are no longer known, and then `redis`.
   * @param lastEventId of a client that resumes
   * @param tab identifies a client that opens one stream at a time; its earlier stream is closed
   */
  open(
    response: Response,
    token: IssuedToken,
    lastEventId: string | undefined,
    tab: string | undefined,
  ): void {
    response.status(200).set(HEADERS);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    // After a change of its network, a client returns long before its earlier connection is known to be lost.
    for (const stream of this.#streams)
      if (tab !== undefined && stream.tab === tab && stream.token.hash === token.hash)
        this.#disconnect(stream);
    if (this.#streams.size >= MAX_STREAMS) this.#disconnectOfMost();
    const stream = { response, token, tab };
    const { socket } = response.req;
    if (response.destroyed || socket.destroyed) return;
    this.#streams.add(stream);
    // A response that waits behind another one of its connection does not emit `close`.
    const remove = (): void => {
      this.#streams.delete(stream);
      socket.off('close', remove);
    };
    response.once('close', remove);
    socket.once('close', remove);
    const missed = lastEventId === undefined ? [] : this.#log.after(lastEventId);
    const sent = [
      ...(readsLists(stream) ? (missed ?? []) : []),
      frameOf(missed === undefined ? 'reload' : 'hello', '{}', this.#log.latestId),
      this.#redisFrame(),
    ];
    response.write(`retry: ${RETRY_MS}\n\n${sent.join('')}`);
  }

  /** Sends an event about the lists, and logs it, so that clients can resume. @param data sent as JSON */
  publish(name: string, data: object): void {
    const frame = this.#log.add(name, JSON.stringify(data));
    for (const stream of this.#streams) if (readsLists(stream)) this.#write(stream, frame);
  }

  /** Sends whether the lists can be read from Redis. */
  publishRedisState(): void {
    this.#writeAll(this.#redisFrame());
  }

  /**
   * Ends the streams of a token that is no longer valid, or whose scopes have changed.
   * @param hash of the token
   * @param token its current properties; undefined if it was revoked, or has expired
   */
  recheck(hash: string, token: IssuedToken | undefined): void {
    for (const stream of this.#streams) {
      if (stream.token.hash !== hash || stream.token.scopes.join() === token?.scopes.join()) continue;
      this.#streams.delete(stream);
      stream.response.end();
    }
  }

  stop(): void {
    this.#cancelHeartbeat();
    for (const { response } of this.#streams) response.end();
    this.#streams.clear();
  }

  #redisFrame(): string {
    return frameOf('redis', JSON.stringify({ isConnected: this.#dependencies.isRedisConnected() }));
  }

  #writeAll(frame: string): void {
    for (const stream of this.#streams) this.#write(stream, frame);
  }

  #write(stream: Stream, frame: string): void {
    const { response } = stream;
    response.write(frame);
    if (response.writableLength > MAX_UNREAD_BYTES) this.#disconnect(stream);
  }

  /** Closes the oldest stream of the token that has most streams. */
  #disconnectOfMost(): void {
    const counts = new Map<string, number>();
    for (const { token } of this.#streams) counts.set(token.hash, (counts.get(token.hash) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = [...this.#streams].find(({ token }) => counts.get(token.hash) === most);
    if (oldest !== undefined) this.#disconnect(oldest);
  }

  #disconnect(stream: Stream): void {
    this.#streams.delete(stream);
    stream.response.destroy();
  }

  #scheduleHeartbeat(): CancelTimer {
    return this.#dependencies.timers.after(HEARTBEAT_MS, () => {
      this.#writeAll(':\n\n');
      this.#cancelHeartbeat = this.#scheduleHeartbeat();
    });
  }
}

function readsLists({ token }: Stream): boolean {
  return token.scopes.includes('blocklists:read');
}
