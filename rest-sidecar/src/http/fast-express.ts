import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';

/** An Express application, and servers whose requests and responses are born as Express wants them. */
export interface FastExpress {
  readonly app: Express;
  /** Hands a request of such a server to the application. */
  readonly handle: RequestListener;
  /** As `http.createServer`, with the classes of request and response that the application wants. */
  readonly createServer: (options: FastServerOptions, listener: RequestListener) => Server;
}

/** Is given what the application threw, or nothing where it left a request unanswered. */
export type LastResort = (cause: unknown, request: Request, response: Response) => void;

export type FastServerOptions = Omit<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Express 5 changes the prototype of every request and every response, which makes V8 give up what it knows of their shape, and costs four fifths of the
 * throughput. Here the two prototypes that Express would set are those that the objects have from the start, so that its call changes nothing.
 * Application settings that read or write a body (ETags, query parsing, `X-Powered-By`) are off: representations come with theirs.
 *
 * No application may be mounted in another: Express then changes prototypes after all.
 * @param lastResort in place of Express's own, which is made anew for each request
 */
export function createFastExpress(lastResort: LastResort): FastExpress {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);

  class ExpressRequest extends IncomingMessage {
    // What Express adds to each request. With a place for it from the start, the object's shape does not change each time.
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    params = undefined;
  }
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  app.request = graft(ExpressRequest.prototype, express.request, app);
  app.response = graft(ExpressResponse.prototype, express.response, app);
  // Nothing is ever kept there; Express would make an object for it each time.
  Object.defineProperty(app.response, 'locals', { value: Object.freeze({}) });

  const handleNext: RequestHandler = app;

  return {
    app,
    handle: (plainRequest, plainResponse) => {
      const request = plainRequest as Request;
      const response = plainResponse as Response;
      handleNext(request, response, (cause?: unknown) => {
        lastResort(cause, request, response);
      });
    },
    createServer: (options, listener) => {
      const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
      return createServer({ ...options, ...classes } as ServerOptions, listener);
    },
  };
}

/** Gives `prototype` the properties that Express has put on its own, and the application. */
function graft<T extends object>(prototype: object, expressPrototype: T, app: Express): T {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(expressPrototype));
  Object.defineProperty(prototype, 'app', { value: app, configurable: true, writable: true });
  return prototype as T;
}
