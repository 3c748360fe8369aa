import type { Response } from 'express';
import type { ServerErrors } from '../../../node/http/connection-errors.ts';
import { ErrorWriter } from '../../../node/http/error-writer.ts';
import type { HeaderFields, HttpError } from '../../../node/http/errors.ts';

/** Default headers: caches must not store the response, and other sites must not embed or read it. */
export const PRIVATE_HEADERS: HeaderFields = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** What the HTTP server sends for requests that never reach the application. */
export const SERVER_ERRORS: ServerErrors = {
  errors: new ErrorWriter(PRIVATE_HEADERS),
  unknownMethod: { status: 501, message: 'No path of this server has this method.' },
};

/** What an endpoint answers, unless it is an error. */
export interface Reply {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: HeaderFields;
  /** Sent as JSON if it is an object. */
  readonly body?: object | string;
}

/** Sends a reply, or an error. */
export function send(response: Response, reply: Reply | HttpError): void {
  if ('message' in reply) {
    SERVER_ERRORS.errors.send(response, reply);
    return;
  }
  const { status = 200, headers = {}, body } = reply;
  response.status(status).set(headers).send(body);
}
