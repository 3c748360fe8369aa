import { METHODS } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeErrorResponse } from './error-body.ts';
import { ERRORS } from './errors.ts';
import type { HttpError } from './errors.ts';
import type { PipeliningLimit } from './pipelining-limit.ts';

/** How long a client may take to read why its connection is closed, in milliseconds. */
const CLOSING_MS = 1000;

/** By the code with which Node gives a connection up. */
const BY_CODE: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ERRORS.timeout,
  HPE_HEADER_OVERFLOW: ERRORS.longHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ERRORS.longChunkExtensions,
};

const REQUEST_LINE_OF_OTHER_VERSION = /^\S+ \S+ HTTP\/(?!1\.[01]\b)\d+\.\d+\r?\n/;
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

interface ConnectionError extends NodeJS.ErrnoException {
  /** What could not be read, and perhaps what came before it. */
  readonly rawPacket?: Buffer;
}

/** What cannot be read as a request is answered in JSON all the same, and its connection closed. */
export function answerConnectionErrors(server: Server, pipelining: PipeliningLimit): void {
  server.on('clientError', (error: ConnectionError, connection) => {
    if (error.code === 'ECONNRESET' || !connection.writable) {
      connection.destroy();
      return;
    }
    // A response that waits must not be overtaken, nor followed by another where it has said that it is the
    // last.
    if (!pipelining.closeAfterWaiting(connection)) closeWith(connection, explain(error));
  });
  server.on('connect', (_request: IncomingMessage, connection) => {
    closeWith(connection, ERRORS.wrongMethod);
  });
}

function explain({ code = '', rawPacket }: ConnectionError): HttpError {
  const text = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_INVALID_METHOD' && beginsWithUnknownMethod(text)) return ERRORS.wrongMethod;
  if (code === 'HPE_INVALID_VERSION' && REQUEST_LINE_OF_OTHER_VERSION.test(text)) return ERRORS.wrongVersion;
  return BY_CODE[code] ?? ERRORS.notHttp;
}

/** Whether it is a proper request line, but for a method that Node does not know. */
function beginsWithUnknownMethod(text: string): boolean {
  const method = REQUEST_LINE.exec(text)?.[1];
  return method !== undefined && !METHODS.includes(method);
}

function closeWith(connection: Duplex, error: HttpError): void {
  const timer = setTimeout(() => connection.destroy(), CLOSING_MS).unref();
  connection.once('close', () => {
    clearTimeout(timer);
  });
  connection.on('error', () => connection.destroy());
  connection.end(encodeErrorResponse(error), () => connection.destroy());
}
