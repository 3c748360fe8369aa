import { createServer, ServerResponse } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { PipeliningLimit } from './pipelining-limit.ts';
import type { PreparedHeaders } from './prepared-headers.ts';

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

/** With what `writeHead` hands status and headers to. That is Node's own affair; where it does not, prepared headers are sent as any others. */
type NodeResponse = ServerResponse & { _storeHeader(statusLine: string, headers?: object): void };
const NodeResponse = ServerResponse as unknown as new (request: IncomingMessage) => NodeResponse;

/**
 * Express 5 changes the prototype of every request and every response, which makes V8 give up what it knows of their shape, and costs four fifths of the
 * throughput. Here the two prototypes that Express would set are those that the objects have from the start, so that its call changes nothing.
 * Application settings that read or write a body (ETags, query parsing, `X-Powered-By`) are off: representations come with theirs.
 *
 * One route stands in place of Express's router. No application may be mounted in another: Express then changes prototypes after all.
 */
export function createFastExpress(route: Route, lastResort: LastResort): FastExpress {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);

  const pipelining = new PipeliningLimit(BOUNDS);

  class ExpressRequest extends pipelining.requestClass() {
    // What Express adds to each request. With a place for it from the start, the object's shape does not change.
    res = undefined;
  }
  class ExpressResponse extends NodeResponse {
    // Lines that are ready pass for a part of the status line, which Node puts before all others.
    override _storeHeader(statusLine: string, headers?: Partial<PreparedHeaders>): void {
      if (typeof headers?.lines !== 'string') super._storeHeader(statusLine, headers);
      else super._storeHeader(statusLine + headers.lines, headers.others);
    }
  }
  app.request = graft(ExpressRequest.prototype, express.request, app);
  app.response = graft(ExpressResponse.prototype, express.response, app);
  // Nothing is ever kept there; Express would make an object for it each time.
  Object.defineProperty(app.response, 'locals', { value: Object.freeze({}) });
  // Express makes its own when that is first asked for.
  Object.defineProperty(app, 'router', { value: { handle: guard(route, lastResort) } });

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

/** Gives `prototype` the properties that Express has put on its own, and the application. */
function graft<T extends object>(prototype: object, expressPrototype: T, app: Express): T {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(expressPrototype));
  Object.defineProperty(prototype, 'app', { value: app, configurable: true, writable: true });
  return prototype as T;
}
