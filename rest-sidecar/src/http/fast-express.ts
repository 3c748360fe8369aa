import { createServer } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { adoptExpressPrototypes } from '../platform-workarounds/express-prototypes.ts';
import { replaceExpressRouter } from '../platform-workarounds/express-router.ts';
import { PreparedHeadersResponse } from '../platform-workarounds/prepared-headers.ts';
import { PipeliningLimit } from './pipelining-limit.ts';

/** An Express application behind servers whose requests and responses are born as Express wants them. */
export interface FastExpress {
  /** As `http.createServer`, with the classes of request and response that the application wants. */
  readonly createServer: (options: FastServerOptions, listener: RequestListener) => Server;
  /** Bounds what waits to be sent by such a server; it is part of its class of requests. */
  readonly pipelining: PipeliningLimit;
  /** Hands a request of such a server to the application. */
  readonly handle: RequestListener;
}

/** Of a response, some 5 KB are held beside its body, and bodies are shared. */
const BOUNDS = {
  connectionResponses: 128,
  connectionBytes: 4 * 1024 * 1024,
  totalResponses: 4096,
  totalBytes: 64 * 1024 * 1024,
};

/** Answers every request, at once or a little later. */
export type Route = (request: Request, response: Response) => void | Promise<void>;

/** Is given what a route threw. */
export type LastResort = (cause: unknown, request: Request, response: Response) => void;

export type FastServerOptions = Omit<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * An Express application with one route, without what costs it its speed (`rest-sidecar/src/platform-workarounds/`).
 * Application settings that read or write a body (ETags, query parsing, `X-Powered-By`) are off: representations come with
 * theirs.
 */
export function createFastExpress(route: Route, lastResort: LastResort): FastExpress {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);

  const pipelining = new PipeliningLimit(BOUNDS);

  class ExpressRequest extends pipelining.requestClass() {
    // What Express adds to each request. With a place for it from the start, the object's shape does not change.
    res = undefined;
  }
  class ExpressResponse extends PreparedHeadersResponse {}
  adoptExpressPrototypes(app, ExpressRequest, ExpressResponse);
  replaceExpressRouter(app, guard(route, lastResort));

  const handleNext: RequestHandler = app;
  // Express would make a last handler for each request that comes without one.
  const neverNext = (): void => undefined;

  return {
    pipelining,
    createServer: (options, listener) => {
      const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
      return createServer({ ...options, ...classes } as unknown as ServerOptions, listener);
    },
    handle: (request, response) => {
      handleNext(request as Request, response as Response, neverNext);
    },
  };
}

function guard(route: Route, lastResort: LastResort) {
  return (request: Request, response: Response): void => {
    try {
      const answered = route(request, response);
      if (answered instanceof Promise) {
        answered.catch((cause: unknown) => {
          lastResort(cause, request, response);
        });
      }
    } catch (cause) {
      lastResort(cause, request, response);
    }
  };
}
