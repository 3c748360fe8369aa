import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The number of responses of one connection that may be unsent at a time. Node parses all requests of one
 * read before it sends the second response, some 2,500 in 64 KB.
 */
const MAX_OF_CONNECTION = 200;

/** The same while there is an attack. A client that waits for each response has one. */
const MAX_OF_CONNECTION_IN_ATTACK = 8;

/** More unsent responses of all connections are an attack. Each takes some 5 KB besides its body. */
const MAX_IN_TOTAL = 10_000;

/** How long an attack lasts after a connection was closed for its unsent responses, in milliseconds. */
const ATTACK_MS = 1000;

/** The unsent responses of one connection. */
interface Unsent {
  count: number;
  latest: ServerResponse;
}

/**
 * The responses that are not sent yet, because the client does not read, or has sent further requests before
 * (G58). A response that is sent at once is not counted.
 */
export class UnsentResponses {
  readonly #connections = new Map<Duplex, Unsent>();
  readonly #stalledMs: number;
  #total = 0;
  #attackedUntilMs = 0;

  /**
   * @param stalledMs a connection with an unsent response is closed if nothing could be sent for this many
   * milliseconds
   */
  constructor(stalledMs: number) {
    this.#stalledMs = stalledMs;
  }

  /**
   * Called for a response that is not sent although its request was handled. Closes its connection if it has
   * too many of them.
   */
  add(response: ServerResponse): void {
    const { socket } = response.req;
    if (socket.destroyed) return;
    const unsent = this.#connections.get(socket) ?? { count: 0, latest: response };
    this.#connections.set(socket, unsent);
    unsent.latest = response;
    unsent.count += 1;
    this.#total += 1;
    if (unsent.count > this.#maxOfConnection()) {
      this.#attackedUntilMs = performance.now() + ATTACK_MS;
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

  /** Called when a connection was closed: Node reports the end of its first unsent response only. */
  forget(connection: Duplex): void {
    this.#total -= this.#connections.get(connection)?.count ?? 0;
    this.#connections.delete(connection);
  }

  #maxOfConnection(): number {
    const isAttacked = this.#total > MAX_IN_TOTAL || performance.now() < this.#attackedUntilMs;
    return isAttacked ? MAX_OF_CONNECTION_IN_ATTACK : MAX_OF_CONNECTION;
  }

  #sent(connection: Duplex, unsent: Unsent): void {
    // The connection may have been forgotten.
    if (this.#connections.get(connection) !== unsent) return;
    unsent.count -= 1;
    this.#total -= 1;
    if (unsent.count === 0) this.#connections.delete(connection);
  }
}
