import { METHODS } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeErrorResponse } from './error-body.ts';
import type { HttpError } from './error-body.ts';
import type { Gate } from './gate.ts';
import type { PipeliningLimit } from './pipelining-limit.ts';
import { UNMET_EXPECTATION, WRONG_METHOD, WRONG_VERSION } from './refusals.ts';

/** How long a client may take to read why its connection is closed. */
const LAST_WORDS_MS = 1000;

const NOT_HTTP: HttpError = { status: 400, sentence: 'This is not a valid HTTP/1.1 request.' };

/** Why Node gave a connection up, and what is said to the client. */
const BY_CODE: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The URL and the headers together are too long.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'The chunk extensions are too long.' },
};

const REQUEST_LINE_OF_OTHER_VERSION = /^\S+ \S+ HTTP\/(?!1\.[01]\b)\d+\.\d+\r?\n/;
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/;

interface ConnectionError extends NodeJS.ErrnoException {
  /** What could not be read, and perhaps what came before it. */
  readonly rawPacket?: Buffer;
}

/** What cannot be read as a request is answered in JSON all the same, and its connection closed. */
export function answerBrokenConnections(server: Server, gate: Gate, pipelining: PipeliningLimit): void {
  server.on('clientError', (error: ConnectionError, connection) => {
    const isGone = error.code === 'ECONNRESET' || !connection.writable;
    if (isGone) connection.destroy();
    // An answer that is on its way must not be overtaken, nor be followed by another where it has said that it is the last.
    else if (!gate.closeAfterAnswer(connection)) closeWith(connection, explain(error));
  });
  server.on('connect', (_request: IncomingMessage, connection) => {
    closeWith(connection, WRONG_METHOD);
  });
  const refuse: RequestListener = (request, response) => {
    gate.take(request, response, UNMET_EXPECTATION);
  };
  server.on('checkExpectation', pipelining.bound(refuse));
}

function explain({ code = '', rawPacket }: ConnectionError): HttpError {
  const text = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_INVALID_METHOD' && beginsWithUnknownMethod(text)) return WRONG_METHOD;
  if (code === 'HPE_INVALID_VERSION' && REQUEST_LINE_OF_OTHER_VERSION.test(text)) return WRONG_VERSION;
  return BY_CODE[code] ?? NOT_HTTP;
}

/** Whether it is a proper request line, but for a method that Node has never heard of. */
function beginsWithUnknownMethod(text: string): boolean {
  const method = REQUEST_LINE.exec(text)?.[1];
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
