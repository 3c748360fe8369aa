import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendError } from './error-body.ts';
import { refusalOf } from './refusals.ts';

/** A body means nothing here. A small one is read past; after a larger one the connection is not worth keeping. */
const LARGEST_BODY_PASSED_OVER = 64 * 1024;

/** What every request passes before it is routed. */
export class Gate {
  readonly #next: RequestListener;
  /** Of each connection the latest response that is not written yet, or is the last. */
  readonly #answering = new WeakMap<Duplex, ServerResponse>();
  #isClosing = false;

  constructor(next: RequestListener) {
    this.#next = next;
  }

  /** From now on, each response is the last of its connection. */
  closeAfterEachResponse(): void {
    this.#isClosing = true;
  }

  /** Whether a request of this connection was taken, and its answer is not written yet. */
  isAnswering(connection: Duplex): boolean {
    return this.#answering.has(connection);
  }

  /** Where an answer is on its way, makes it the last of its connection. @returns whether one is */
  closeAfterAnswer(connection: Duplex): boolean {
    const response = this.#answering.get(connection);
    if (response !== undefined) response.shouldKeepAlive = false;
    return response !== undefined;
  }

  take(request: IncomingMessage, response: ServerResponse, refusal = refusalOf(request)): void {
    if (this.#isClosing || hasLargeBody(request)) response.shouldKeepAlive = false;
    if (refusal !== undefined) sendError(response, refusal, request.headers.accept);
    else this.#next(request, response);
    if (!response.writableEnded || !response.shouldKeepAlive) this.#remember(request, response);
  }

  #remember(request: IncomingMessage, response: ServerResponse): void {
    const connection = request.socket;
    this.#answering.set(connection, response);
    response.once('close', () => this.#answering.delete(connection));
  }
}

function hasLargeBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && Number(length) > LARGEST_BODY_PASSED_OVER;
}
