import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * The number of responses of one connection that may wait to be sent before its next requests are parsed.
 * Each takes some 5 KB besides its body, and time in which other connections wait.
 */
const MAX_PENDING = 4;

/** So many bytes are parsed at once. The shortest requests have 25, usual ones some hundred. */
const PIECE_BYTES = 256;

/**
 * A client that has sent this much more while its responses wait does not read them, and its connection is
 * closed.
 */
const MAX_WAITING_BYTES = 8 * 1024;

/**
 * The pending responses of each connection: those that wait because the client does not read, or sends
 * requests faster than it reads (G58). Node itself parses all requests of one read at once, some 3,500 in
 * 64 KB, and prepares a response to each.
 */
export class Pipelining {
  readonly #connections = new WeakMap<Duplex, PipelinedConnection>();
  readonly #stalledMs: number;

  /**
   * @param stalledMs a connection with a pending response is closed if nothing could be sent for this many
   * milliseconds
   */
  constructor(stalledMs: number) {
    this.#stalledMs = stalledMs;
  }

  /** Called for each new connection, after Node has prepared it. */
  accept(socket: Socket): void {
    this.#connections.set(socket, new PipelinedConnection(socket, this.#stalledMs));
  }

  /** Called for each request when it was handled. */
  handled(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    if (!response.writableFinished || !response.shouldKeepAlive) connection.addPending(response);
  }

  hasPendingResponse(connection: Duplex): boolean {
    return this.#connections.get(connection)?.latest !== undefined;
  }

  /**
   * Ends the parsing of a connection on which an error was found.
   * @param close sends an error response and closes the connection. Called once the pending responses are
   * sent; not called if the latest of them announces that it is the last, as no other may follow
   */
  closeAfterPending(connection: Duplex, close: () => void): void {
    this.#connections.get(connection)?.closeAfterPending(close);
  }
}

/** Parses what one client sends in pieces, and pauses while too many of its responses are pending. */
class PipelinedConnection {
  /** The latest pending response; undefined if there is none. */
  latest: ServerResponse | undefined;
  /** The latest request, whose body may be incomplete although its response was sent. */
  request: IncomingMessage | undefined;
  readonly #socket: Socket;
  readonly #stalledMs: number;
  #pending = 0;
  #isWaiting = false;
  #isParsed = true;

  constructor(socket: Socket, stalledMs: number) {
    this.#socket = socket;
    this.#stalledMs = stalledMs;
    const [parse] = socket.listeners('data');
    socket.removeAllListeners('data').on('data', (received: Buffer) => {
      this.#parseInPieces(received, parse as (this: Socket, piece: Buffer) => void);
    });
  }

  addPending(response: ServerResponse): void {
    this.latest = response;
    this.#pending += 1;
    response.once('close', () => {
      this.#pending -= 1;
      if (this.#pending > 0) return;
      this.latest = undefined;
      if (this.#isWaiting) this.#continueInNextTurn();
    });
    // Once all responses were sent, Node sets the timeout of idle connections again.
    this.#socket.setTimeout(this.#stalledMs);
  }

  closeAfterPending(close: () => void): void {
    // Further data on the connection may be reported as another error.
    if (!this.#isParsed) return;
    this.#isParsed = false;
    const { latest } = this;
    if (latest === undefined) close();
    else if (!latest.headersSent) latest.shouldKeepAlive = false;
    else if (latest.shouldKeepAlive) latest.once('finish', close);
  }

  #parseInPieces(received: Buffer, parse: (this: Socket, piece: Buffer) => void): void {
    let rest = received;
    while (rest.length > 0 && this.#isParsed && !this.#mustWait() && !this.#socket.isPaused()) {
      parse.call(this.#socket, rest.subarray(0, PIECE_BYTES));
      rest = rest.subarray(PIECE_BYTES);
    }
    if (rest.length === 0 || !this.#isParsed) return;
    // The rest may belong to a body whose reader is slower than the client, or which is discarded.
    const isBody = this.request?.complete === false;
    if (rest.length > MAX_WAITING_BYTES && !isBody) {
      this.closeAfterPending(() => this.#socket.destroy());
      return;
    }
    // Node continues a connection that it has paused itself, for a body or for a client that does not read.
    this.#isWaiting = this.#mustWait();
    this.#socket.pause();
    this.#socket.unshift(rest);
  }

  #mustWait(): boolean {
    return this.#isWaiting || this.#pending >= MAX_PENDING;
  }

  /** Other connections have their turn first. */
  #continueInNextTurn(): void {
    setImmediate(() => {
      this.#isWaiting = false;
      this.#socket.resume();
    });
  }
}
