import { IncomingMessage } from 'node:http';

/**
 * A request class with which Node stops to parse what it has read of a connection that was destroyed.
 *
 * Node reads up to 64 KB at once, some 2,500 requests. When a listener destroys the connection of the first
 * one, Node up to version 25 still parses the others, keeps them, and creates an error with a stack for each,
 * which takes longer than to answer them. It stops only at a request for another protocol: the next request
 * of a destroyed connection is one.
 */
export class StoppableRequest extends IncomingMessage {
  /** Node reads it once the headers are parsed, and after each read. */
  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }

  /** Node assigns it. Other upgrades are ignored: their requests are answered in HTTP/1.1. */
  set upgrade(_) {
    // The getter computes it.
  }
}
