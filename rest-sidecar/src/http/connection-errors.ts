import { METHODS } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeErrorResponse, sendError } from './error-body.ts';
import type { HttpError } from './error-body.ts';

/** How long a client may take to read why its connection is closed. */
const LAST_WORDS_MS = 1000;

const NOT_HTTP: HttpError = { status: 400, sentence: 'This is not a valid HTTP/1.1 request.' };

const WRONG_METHOD: HttpError = {
  status: 405,
  sentence: 'This interface is read-only: use GET, HEAD or OPTIONS.',
  headers: ['Allow', 'GET, HEAD, OPTIONS'],
};

/** Why Node gave a connection up, and what is said to the client. */
const BY_CODE: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The URL and the headers together are too long.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'The chunk extensions are too long.' },
  HPE_INVALID_VERSION: { status: 505, sentence: 'Use HTTP/1.1 or HTTP/1.0.' },
};

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

/** What cannot be read as a request is answered in JSON all the same, and its connection closed. */
export function answerBrokenConnections(server: Server, isAnswering: (connection: Duplex) => boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, connection) => {
    const isGone = error.code === 'ECONNRESET' || !connection.writable;
    // An answer that is still to come must not be overtaken: what follows it cannot be answered any more.
    if (isGone || isAnswering(connection)) connection.destroy();
    else closeWith(connection, explain(error));
  });
  server.on('connect', (_request: IncomingMessage, connection) => {
    closeWith(connection, WRONG_METHOD);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    sendError(response, { status: 417, sentence: 'The only expectation that is met is 100-continue.' });
  });
}

function explain(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): HttpError {
  if (error.code === 'HPE_INVALID_METHOD' && beginsWithUnknownMethod(error.rawPacket)) return WRONG_METHOD;
  return BY_CODE[error.code ?? ''] ?? NOT_HTTP;
}

/** Whether it is a proper request line, but for a method that Node has never heard of. */
function beginsWithUnknownMethod(packet: Buffer | undefined): boolean {
  const method = REQUEST_LINE.exec(packet?.toString('latin1') ?? '')?.[1];
  return method !== undefined && !METHODS.includes(method);
}

function closeWith(connection: Duplex, error: HttpError): void {
  const timer = setTimeout(() => connection.destroy(), LAST_WORDS_MS).unref();
  connection.once('close', () => {
    clearTimeout(timer);
  });
  connection.on('error', () => connection.destroy());
  connection.end(encodeErrorResponse(error), () => connection.destroy());
}
