import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendError } from './error-body.ts';
import type { HttpError } from './error-body.ts';

/** Longer request targets are refused; no sensible one comes near. */
const LONGEST_TARGET = 8192;

/** A body means nothing here. A small one is read past; after a larger one the connection is not worth keeping. */
const LARGEST_BODY_PASSED_OVER = 64 * 1024;

const TOO_LONG: HttpError = { status: 414, sentence: `The URL is longer than ${LONGEST_TARGET} characters.` };
const NO_HOST: HttpError = { status: 400, sentence: 'The header Host is missing.' };

/** What every request passes before it is routed: the rules of HTTP that do not depend on what is asked for. */
export class Gate {
  readonly #next: RequestListener;
  readonly #answering = new WeakSet<Duplex>();
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

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isClosing || hasLargeBody(request)) response.shouldKeepAlive = false;
    const refusal = refusalOf(request);
    if (refusal !== undefined) sendError(response, refusal, request.headers.accept);
    else this.#next(request, response);
    if (!response.writableEnded) this.#remember(request, response);
  }

  #remember(request: IncomingMessage, response: ServerResponse): void {
    const connection = request.socket;
    this.#answering.add(connection);
    response.once('close', () => this.#answering.delete(connection));
  }
}

function refusalOf(request: IncomingMessage): HttpError | undefined {
  if ((request.url?.length ?? 0) > LONGEST_TARGET) return TOO_LONG;
  const needsHost = request.httpVersionMajor === 1 && request.httpVersionMinor >= 1;
  return needsHost && request.headers.host === undefined ? NO_HOST : undefined;
}

function hasLargeBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && Number(length) > LARGEST_BODY_PASSED_OVER;
}
