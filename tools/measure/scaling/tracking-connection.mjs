import { once } from 'node:events';
import { connect } from 'node:net';

/** The start of an invalidation push. */
const PUSH = '>2\r\n$10\r\ninvalidate';

/** A connection that receives invalidation pushes, like that of a proxy, and counts them. */
export class TrackingConnection {
  pushes = 0;
  /** Time of the latest push, by `performance.now()`. */
  latestAtMs = 0;
  #socket;

  /**
   * @param {number} port of a Redis on loopback
   * @param {string} prefix of the tracked keys
   */
  static async open(port, prefix) {
    const connection = new TrackingConnection();
    await connection.#open(port, prefix);
    return connection;
  }

  close() {
    this.#socket.destroy();
  }

  async #open(port, prefix) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    await once(this.#socket, 'connect');
    this.#socket.write('HELLO 3\r\n');
    await once(this.#socket, 'data');
    this.#socket.write(`CLIENT TRACKING ON BCAST PREFIX ${prefix}\r\n`);
    await once(this.#socket, 'data');
    this.#socket.on('data', (chunk) => {
      this.latestAtMs = performance.now();
      this.pushes += chunk.toString('latin1').split(PUSH).length - 1;
    });
  }
}
