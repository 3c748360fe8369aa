import { IncomingMessage } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Limits of pending responses: responses that wait to be sent because a client does not read, or sends
 * requests faster than it reads.
 */
export interface PipeliningBounds {
  /**
   * The maximum number of pending responses of one connection. The response that reaches it is the last of
   * the connection, and has `Connection: close`. At least 2.
   */
  readonly connectionResponses: number;
  /**
   * The maximum number of pending bytes of one connection. A response that exceeds it is still sent, and then
   * one more, which is the last.
   */
  readonly connectionBytes: number;
  /**
   * The maximum number of pending responses and bytes of all connections. Beyond either, the second pending
   * response of a connection is its last.
   */
  readonly totalResponses: number;
  readonly totalBytes: number;
  /** A connection with a pending response is closed if nothing could be sent for this many milliseconds. */
  readonly stalledMs: number;
}

/**
 * Up to this many bytes after the last answered request are read and discarded, so that the client receives
 * its responses instead of a connection reset.
 */
const DISCARDED_BYTES = 1024 * 1024;

/**
 * How long the client may take to close its side after the last response, in milliseconds (RFC 9112, section
 * 9.6).
 */
const LINGER_MS = 1000;

interface PendingState {
  responses: number;
  bytes: number;
  /** The latest pending response; undefined if there is none. */
  latest: ServerResponse | undefined;
  /** Whether the last request that will be answered has been received. */
  hasLastRequest: boolean;
  isClosed: boolean;
}

/**
 * Limits the pending responses of each connection, and of all connections together (G58). Node itself does
 * not: it parses all requests of one read (some 3,500 in 64 KB) before it pauses the connection. Its parser
 * stops within a read only at a request that upgrades to another protocol. Therefore, a request beyond the
 * limit is marked as an upgrade once its headers are parsed; Node then hands the connection over in an
 * `upgrade` event, and parses no further data.
 */
export class PipeliningLimit {
  readonly #bounds: PipeliningBounds;
  /** The state of each connection that has had a pending response. */
  readonly #states = new WeakMap<Duplex, PendingState>();
  #responses = 0;
  #bytes = 0;

  constructor(bounds: PipeliningBounds) {
    this.#bounds = bounds;
  }

  /** @returns the request class with which the server must be created */
  requestClass(): typeof IncomingMessage {
    const hasLastRequest = (connection: Socket): boolean =>
      this.#states.get(connection)?.hasLastRequest === true;
    return class extends IncomingMessage {
      readonly #isBeyond: boolean;

      constructor(...[connection]: ConstructorParameters<typeof IncomingMessage>) {
        super(connection);
        this.#isBeyond = hasLastRequest(connection);
        // Must happen while Node's parser reads the socket: later, it would no longer stop the reading.
        if (this.#isBeyond) connection.pause();
      }

      /** Node reads this property when the headers have been parsed, and after each read. */
      get upgrade(): boolean {
        return this.#isBeyond || this.method === 'CONNECT';
      }

      /**
       * Node assigns this property. The value is ignored: a request for another protocol is answered in
       * HTTP/1.1.
       */
      set upgrade(_) {
        // The getter computes the value.
      }
    };
  }

  /** @returns a listener that passes requests on to `listener`, and counts the pending responses */
  withLimit(listener: RequestListener): RequestListener {
    return (request, response) => {
      const state = this.#states.get(request.socket);
      if (state !== undefined && this.#isNextLast(state)) {
        state.hasLastRequest = true;
        response.shouldKeepAlive = false;
      }
      listener(request, response);
      if (!response.writableFinished || !response.shouldKeepAlive) this.#count(request.socket, response);
    };
  }

  /**
   * Whether the connection has a pending response: its request was received, and the response is not fully
   * sent.
   */
  hasPendingResponse(connection: Duplex): boolean {
    return this.#states.get(connection)?.latest !== undefined;
  }

  /**
   * Closes a connection on which nothing further is parsed.
   * @param close sends an error response, and closes the connection. Called once the pending responses are
   * sent; not called if the latest of them announces that it is the last, as no other may follow
   */
  closeAfterPending(connection: Duplex, close: () => void): void {
    const state = this.#states.get(connection);
    const latest = state?.latest;
    if (state === undefined || latest === undefined) {
      close();
      return;
    }
    if (!latest.headersSent) latest.shouldKeepAlive = false;
    // Further data on the connection may be reported as another error.
    else if (latest.shouldKeepAlive && !state.hasLastRequest) latest.once('finish', close);
    state.hasLastRequest = true;
  }

  /** Closes connections once their last response was sent, and discards further data that arrives on them. */
  closeAfterLast(server: Server): void {
    const discard = (_request: IncomingMessage, connection: Socket, head: Buffer): void => {
      let discarded = head.length;
      const destroy = (): void => {
        connection.destroy();
      };
      connection.on('error', destroy).on('data', (piece: Buffer) => {
        discarded += piece.length;
        if (discarded > DISCARDED_BYTES) destroy();
      });
      connection.setTimeout(this.#bounds.stalledMs, destroy);
      // Node calls this after the last response. Its own implementation closes immediately; if there is
      // unread input, the operating system then resets the connection, and the client may lose the response.
      connection.destroySoon = () => {
        connection.end();
        const timer = setTimeout(destroy, LINGER_MS).unref();
        connection.once('close', () => {
          clearTimeout(timer);
        });
      };
    };
    server.on('upgrade', discard).on('connect', discard);
  }

  #isNextLast({ responses, bytes }: PendingState): boolean {
    const { connectionResponses, connectionBytes, totalResponses, totalBytes } = this.#bounds;
    if (responses + 1 >= connectionResponses || bytes > connectionBytes) return true;
    return responses > 0 && (this.#responses >= totalResponses || this.#bytes >= totalBytes);
  }

  #count(connection: Socket, response: ServerResponse): void {
    const state = this.#states.get(connection) ?? this.#watch(connection);
    const bytes = response.writableLength;
    state.latest = response;
    this.#add(state, 1, bytes);
    response.once('close', () => {
      this.#add(state, -1, -bytes);
      if (state.responses === 0) state.latest = undefined;
    });
    // Once all responses were sent, Node sets the timeout of idle connections again.
    connection.setTimeout(this.#bounds.stalledMs);
  }

  #watch(connection: Socket): PendingState {
    const state = { responses: 0, bytes: 0, latest: undefined, hasLastRequest: false, isClosed: false };
    this.#states.set(connection, state);
    // For responses that wait behind others, Node emits no `close` event when their connection closes.
    connection.once('close', () => {
      this.#add(state, -state.responses, -state.bytes);
      state.isClosed = true;
    });
    return state;
  }

  #add(state: PendingState, responses: number, bytes: number): void {
    if (state.isClosed) return;
    state.responses += responses;
    state.bytes += bytes;
    this.#responses += responses;
    this.#bytes += bytes;
  }
}
