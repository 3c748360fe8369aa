import { METHODS } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorWriter } from './error-writer.ts';
import { HTTP_ERRORS } from './errors.ts';
import type { HttpError } from './errors.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** How long a client may take to read the error response before its connection is closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000;

/** Errors by the code of Node's `clientError` event. */
const BY_CODE: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: HTTP_ERRORS.timeout,
  HPE_HEADER_OVERFLOW: HTTP_ERRORS.longHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: HTTP_ERRORS.longChunkExtensions,
};

const REQUEST_LINE_OF_OTHER_VERSION = /^\S+ \S+ HTTP\/(?!1\.[01]\b)\d+\.\d+\r?\n/;
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

/** How a program answers requests that never reach its application. */
export interface ServerErrors {
  readonly errors: ErrorWriter;
  /** The answer to a method that Node does not know, and to `CONNECT`. */
  readonly unknownMethod: HttpError;
}

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
export function respondToConnectionErrors(
  server: Server,
  unsent: UnsentResponses,
  responses: ServerErrors,
): void {
  // Further data on the connection may be reported as another error.
  const failed = new WeakSet<Duplex>();
  const closeAfterUnsent = (connection: Duplex, error: HttpError): void => {
    if (failed.has(connection)) return;
    failed.add(connection);
    const latest = unsent.latest(connection);
    if (latest === undefined) closeWith(connection, responses.errors.encode(error));
    // No response may follow one that announces the end of the connection.
    else if (!latest.headersSent) latest.shouldKeepAlive = false;
    else if (latest.shouldKeepAlive)
      latest.once('finish', () => {
        closeWith(connection, responses.errors.encode(error));
      });
  };
  server.on('clientError', (error: ConnectionError, connection) => {
    if (error.code === 'ECONNRESET' || !connection.writable) connection.destroy();
    else closeAfterUnsent(connection, errorFor(error, responses.unknownMethod));
  });
  server.on('connect', (_request: IncomingMessage, connection) => {
    closeAfterUnsent(connection, responses.unknownMethod);
  });
}

function errorFor(
  { code = '', rawPacket, bytesParsed = 0 }: ConnectionError,
  unknownMethod: HttpError,
): HttpError {
  const received = rawPacket?.toString('latin1') ?? '';
  const text = received.slice(received.lastIndexOf('\n', bytesParsed - 1) + 1);
  if (code === 'HPE_INVALID_METHOD' && beginsWithUnknownMethod(text)) return unknownMethod;
  if (code === 'HPE_INVALID_VERSION' && REQUEST_LINE_OF_OTHER_VERSION.test(text))
    return HTTP_ERRORS.wrongVersion;
  return BY_CODE[code] ?? HTTP_ERRORS.notHttp;
}

/**
 * Whether the text begins with a request line that is valid except for its method, which Node does not know.
 */
function beginsWithUnknownMethod(text: string): boolean {
  const method = REQUEST_LINE.exec(text)?.[1];
  return method !== undefined && !METHODS.includes(method);
}

function closeWith(connection: Duplex, response: string): void {
  const timer = setTimeout(() => connection.destroy(), CLOSE_TIMEOUT_MS).unref();
  connection.once('close', () => {
    clearTimeout(timer);
  });
  connection.on('error', () => connection.destroy());
  connection.end(response, () => connection.destroy());
}
