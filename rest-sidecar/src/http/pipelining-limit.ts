import { IncomingMessage } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What may wait to be sent, since a client does not read or asks faster than it reads. */
export interface PipeliningBounds {
  /** Responses of one connection. The one that reaches this is its last, and says so. At least 2. */
  readonly connectionResponses: number;
  /** Bytes of one connection. What exceeds them is still sent, and one more response, the last. */
  readonly connectionBytes: number;
  /**
   * Responses and bytes of all connections. Past either, the second response that waits on a connection is
   * its last.
   */
  readonly totalResponses: number;
  readonly totalBytes: number;
  /**
   * A connection on which a response waits is closed when nothing could be sent for this many milliseconds.
   */
  readonly stalledMs: number;
}

/**
 * Input after the last request that is answered is read and discarded up to this many bytes, so that the
 * client gets its responses and not a reset.
 */
const DISCARDED_BYTES = 1024 * 1024;

/** After the last response, how long the client may take to close its side as well (RFC 9112, 9.6). */
const LINGER_MS = 1000;

interface Waiting {
  responses: number;
  bytes: number;
  /** Undefined while no response waits. */
  latest: ServerResponse | undefined;
  /** Whether the last request that is answered was taken. */
  isOver: boolean;
  isClosed: boolean;
}

/**
 * Bounds the responses that wait to be sent, on each connection and in all (G58). Node alone does not: it
 * parses every request of a read, some 3,500 in 64 KB, before it pauses the connection. The parser stops
 * within a read only at a request for another protocol. So a request beyond the bound is declared to be one
 * as its headers have been parsed; Node then hands the connection over with an `upgrade` event, and nothing
 * behind it is parsed.
 */
export class PipeliningLimit {
  readonly #bounds: PipeliningBounds;
  /** Of the connections on which a response had to wait. */
  readonly #waiting = new WeakMap<Duplex, Waiting>();
  #responses = 0;
  #bytes = 0;

  constructor(bounds: PipeliningBounds) {
    this.#bounds = bounds;
  }

  /** @returns the class of requests that the server is to be created with */
  requestClass(): typeof IncomingMessage {
    const isOver = (connection: Socket): boolean => this.#waiting.get(connection)?.isOver === true;
    return class extends IncomingMessage {
      readonly #isBeyond: boolean;

      constructor(...[connection]: ConstructorParameters<typeof IncomingMessage>) {
        super(connection);
        this.#isBeyond = isOver(connection);
        // While Node's parser reads the socket: afterwards, this would no longer stop the reading.
        if (this.#isBeyond) connection.pause();
      }

      /** Read by Node when the headers have been parsed, and after each read. */
      get upgrade(): boolean {
        return this.#isBeyond || this.method === 'CONNECT';
      }

      /** Assigned by Node. A request that asks for another protocol is answered in this one. */
      set upgrade(_) {
        // It follows from the request.
      }
    };
  }

  /** @returns what hands requests to `listener`, and counts the responses that wait */
  bound(listener: RequestListener): RequestListener {
    return (request, response) => {
      const waiting = this.#waiting.get(request.socket);
      if (waiting !== undefined && this.#isNextLast(waiting)) {
        waiting.isOver = true;
        response.shouldKeepAlive = false;
      }
      listener(request, response);
      if (!response.writableFinished || !response.shouldKeepAlive) this.#count(request.socket, response);
    };
  }

  /** Whether a response of this connection waits: its request was taken, and it is not written yet. */
  isWaiting(connection: Duplex): boolean {
    return this.#waiting.get(connection)?.latest !== undefined;
  }

  /** Makes the latest response that waits the last of its connection. @returns whether one waits */
  closeAfterWaiting(connection: Duplex): boolean {
    const latest = this.#waiting.get(connection)?.latest;
    if (latest !== undefined) latest.shouldKeepAlive = false;
    return latest !== undefined;
  }

  /** Closes connections when their last response was sent, and discards what else comes on them. */
  closeAfterLast(server: Server): void {
    server.on('upgrade', (_request: IncomingMessage, connection: Socket, head) => {
      let discarded = head.length;
      const destroy = (): void => {
        connection.destroy();
      };
      connection.on('error', destroy).on('data', (piece: Buffer) => {
        discarded += piece.length;
        if (discarded > DISCARDED_BYTES) destroy();
      });
      connection.setTimeout(this.#bounds.stalledMs, destroy);
      // Node calls this after the last response. It would close at once, and where input has not been read,
      // the system then withdraws what was sent.
      connection.destroySoon = () => {
        connection.end();
        const timer = setTimeout(destroy, LINGER_MS).unref();
        connection.once('close', () => {
          clearTimeout(timer);
        });
      };
    });
  }

  #isNextLast({ responses, bytes }: Waiting): boolean {
    const { connectionResponses, connectionBytes, totalResponses, totalBytes } = this.#bounds;
    if (responses + 1 >= connectionResponses || bytes > connectionBytes) return true;
    return responses > 0 && (this.#responses >= totalResponses || this.#bytes >= totalBytes);
  }

  #count(connection: Socket, response: ServerResponse): void {
    const waiting = this.#waiting.get(connection) ?? this.#watch(connection);
    const bytes = response.writableLength;
    waiting.latest = response;
    this.#add(waiting, 1, bytes);
    response.once('close', () => {
      this.#add(waiting, -1, -bytes);
      if (waiting.responses === 0) waiting.latest = undefined;
    });
    // When all responses were sent, Node sets the time-out of idle connections.
    connection.setTimeout(this.#bounds.stalledMs);
  }

  #watch(connection: Socket): Waiting {
    const waiting = { responses: 0, bytes: 0, latest: undefined, isOver: false, isClosed: false };
    this.#waiting.set(connection, waiting);
    // Of responses that wait behind others, Node does not report that they were closed with their connection.
    connection.once('close', () => {
      this.#add(waiting, -waiting.responses, -waiting.bytes);
      waiting.isClosed = true;
    });
    return waiting;
  }

  #add(waiting: Waiting, responses: number, bytes: number): void {
    if (waiting.isClosed) return;
    waiting.responses += responses;
    waiting.bytes += bytes;
    this.#responses += responses;
    this.#bytes += bytes;
  }
}
