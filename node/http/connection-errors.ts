import { METHODS } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeErrorResponse } from './error-body.ts';
import { ERRORS } from './errors.ts';
import type { HttpError } from './errors.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** How long a client may take to read the error response before its connection is closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000;

/** Errors by the code of Node's `clientError` event. */
const BY_CODE: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ERRORS.timeout,
  HPE_HEADER_OVERFLOW: ERRORS.longHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ERRORS.longChunkExtensions,
};

const REQUEST_LINE_OF_OTHER_VERSION = /^\S+ \S+ HTTP\/(?!1\.[01]\b)\d+\.\d+\r?\n/;
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

interface ConnectionError extends NodeJS.ErrnoException {
  /** The data that could not be parsed, possibly with data before it, such as earlier requests. */
  readonly rawPacket?: Buffer;
  /** The position in `rawPacket` at which parsing failed. */
  readonly bytesParsed?: number;
}

/**
 * Sends a JSON error response for data that cannot be parsed as a request, after the responses to the
 * requests before it, and closes the connection.
 */
export function respondToConnectionErrors(server: Server, unsent: UnsentResponses): void {
  // Further data on the connection may be reported as another error.
  const failed = new WeakSet<Duplex>();
  const closeAfterUnsent = (connection: Duplex, error: HttpError): void => {
    if (failed.has(connection)) return;
    failed.add(connection);
    const latest = unsent.latest(connection);
    if (latest === undefined) closeWith(connection, error);
    // No response may follow one that announces the end of the connection.
    else if (!latest.headersSent) latest.shouldKeepAlive = false;
    else if (latest.shouldKeepAlive)
      latest.once('finish', () => {
        closeWith(connection, error);
      });
  };
  server.on('clientError', (error: ConnectionError, connection) => {
    if (error.code === 'ECONNRESET' || !connection.writable) connection.destroy();
    else closeAfterUnsent(connection, errorFor(error));
  });
  server.on('connect', (_request: IncomingMessage, connection) => {
    closeAfterUnsent(connection, ERRORS.wrongMethod);
  });
}

function errorFor({ code = '', rawPacket, bytesParsed = 0 }: ConnectionError): HttpError {
  const received = rawPacket?.toString('latin1') ?? '';
  const text = received.slice(received.lastIndexOf('\n', bytesParsed - 1) + 1);
  if (code === 'HPE_INVALID_METHOD' && beginsWithUnknownMethod(text)) return ERRORS.wrongMethod;
  if (code === 'HPE_INVALID_VERSION' && REQUEST_LINE_OF_OTHER_VERSION.test(text)) return ERRORS.wrongVersion;
  return BY_CODE[code] ?? ERRORS.notHttp;
}

/**
 * Whether the text begins with a request line that is valid except for its method, which Node does not know.
 */
function beginsWithUnknownMethod(text: string): boolean {
  const method = REQUEST_LINE.exec(text)?.[1];
  return method !== undefined && !METHODS.includes(method);
}

function closeWith(connection: Duplex, error: HttpError): void {
  const timer = setTimeout(() => connection.destroy(), CLOSE_TIMEOUT_MS).unref();
  connection.once('close', () => {
    clearTimeout(timer);
  });
  connection.on('error', () => connection.destroy());
  connection.end(encodeErrorResponse(error), () => connection.destroy());
}
