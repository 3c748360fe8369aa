import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The number of responses of one connection that may be unsent at a time. Node parses all requests of one
 * read at once, some 2,500 in 64 KB, and the first response is sent only after the last request was parsed.
 */
const MAX_OF_CONNECTION = 200;

/**
 * The number of unsent responses of all connections, each of which takes some 5 KB besides its body. Beyond
 * it, a connection may have only a few: one that reads its responses has one.
 */
const MAX_IN_TOTAL = 10_000;
const MAX_OF_CONNECTION_WHEN_MANY = 8;

/** The unsent responses of one connection. */
interface Unsent {
  count: number;
  latest: ServerResponse;
}

/**
 * The responses that were not sent yet, because the client does not read, or has sent further requests before
 * (G58). A response that is sent at once is not counted.
 */
export class UnsentResponses {
  readonly #connections = new Map<Duplex, Unsent>();
  readonly #stalledMs: number;
  #total = 0;

  /**
   * @param stalledMs a connection with an unsent response is closed if nothing could be sent for this many
   * milliseconds
   */
  constructor(stalledMs: number) {
    this.#stalledMs = stalledMs;
  }

  /** Called for a response that is not sent although its request was handled. */
  add(response: ServerResponse): void {
    const { socket } = response.req;
    if (socket.destroyed) return;
    const unsent = this.#connections.get(socket) ?? { count: 0, latest: response };
    this.#connections.set(socket, unsent);
    unsent.latest = response;
    unsent.count += 1;
    this.#total += 1;
    if (unsent.count > (this.#total > MAX_IN_TOTAL ? MAX_OF_CONNECTION_WHEN_MANY : MAX_OF_CONNECTION)) {
      socket.destroy();
      return;
    }
    response.once('close', () => {
      this.#sent(socket, unsent);
    });
    // Once all responses were sent, Node sets the timeout of idle connections again.
    socket.setTimeout(this.#stalledMs);
  }

  /** Returns the latest unsent response of a connection; undefined if there is none. */
  latest(connection: Duplex): ServerResponse | undefined {
    return this.#connections.get(connection)?.latest;
  }

  /** Called when a connection was closed: its responses will never be sent. */
  forget(connection: Duplex): void {
    this.#total -= this.#connections.get(connection)?.count ?? 0;
    this.#connections.delete(connection);
  }

  #sent(connection: Duplex, unsent: Unsent): void {
    // The connection may have been closed meanwhile.
    if (this.#connections.get(connection) !== unsent) return;
    unsent.count -= 1;
    this.#total -= 1;
    if (unsent.count === 0) this.#connections.delete(connection);
  }
}
