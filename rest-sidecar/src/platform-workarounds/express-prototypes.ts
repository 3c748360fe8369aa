import type { IncomingMessage, ServerOptions } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import { PreparedHeadersResponse } from './prepared-headers.ts';

/**
 * Lets the classes of requests and responses have the prototypes that Express would set.
 *
 * - Which version: Express 5.3. Its `app.handle` calls `Object.setPrototypeOf` on every request and every
 *   response, which makes V8 give up what it knows of their shape. Here that call changes nothing.
 * - Gain alone: 4 to 5 times the requests a second.
 * - Test: `test/rest-sidecar/platform-workarounds/express-prototypes.test.ts`.
 * - Delete when: Express sets no prototypes.
 *
 * No application may be mounted in another: Express then changes prototypes after all.
 * @param Request of which the class of requests is made
 * @returns the options with which the application's server is to be created
 */
export function expressClasses(app: Express, Request: typeof IncomingMessage): ServerOptions {
  class ExpressRequest extends Request {
    // What Express and its router add to each request. With a place for it from the start, the object's shape
    // does not change.
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    params = undefined;
    route = undefined;
    _parsedUrl = undefined;
  }
  class ExpressResponse extends PreparedHeadersResponse {}
  app.request = graft(ExpressRequest.prototype, express.request, app);
  app.response = graft(ExpressResponse.prototype, express.response, app);
  // Nothing is ever kept there; Express would make an object for it each time.
  Object.defineProperty(app.response, 'locals', { value: Object.freeze({}) });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse } as unknown as ServerOptions;
}

/** Gives `prototype` the properties that Express has put on its own, and the application. */
function graft<T extends object>(prototype: object, expressPrototype: T, app: Express): T {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(expressPrototype));
  Object.defineProperty(prototype, 'app', { value: app, configurable: true, writable: true });
  return prototype as T;
}
