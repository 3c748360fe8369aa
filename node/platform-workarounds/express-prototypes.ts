import type { IncomingMessage, ServerOptions } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import { PreparedHeadersResponse } from './prepared-headers.ts';

/**
 * Gives the request and response classes the prototypes that Express would otherwise set on every object.
 *
 * - Affected version: Express 5.3. Its `app.handle` calls `Object.setPrototypeOf` on every request and every
 *   response, after which V8 cannot optimise access to them by their shape. With these classes, the call
 *   changes nothing.
 * - Gain of this workaround alone: 4 to 5 times as many requests per second.
 * - Test: `test/node/platform-workarounds/express-prototypes.test.ts`.
 * - Delete when: Express does not set prototypes any more.
 *
 * The application must not be mounted in another one: Express then changes the prototypes after all.
 * @param Request the base of the request class
 * @returns the options with which the application's server must be created
 */
export function expressClasses(app: Express, Request: typeof IncomingMessage): ServerOptions {
  class ExpressRequest extends Request {
    // Properties that Express and its router add to each request. As they are declared here, the shape of the
    // object does not change.
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    params = undefined;
    route = undefined;
    _parsedUrl = undefined;
  }
  class ExpressResponse extends PreparedHeadersResponse {}
  app.request = copyMembers(ExpressRequest.prototype, express.request, app);
  app.response = copyMembers(ExpressResponse.prototype, express.response, app);
  // Unused. Express would create an object for it on each response.
  Object.defineProperty(app.response, 'locals', { value: Object.freeze({}) });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse } as unknown as ServerOptions;
}

/** Copies the properties of Express's prototype to `prototype`, and adds the application. */
function copyMembers<T extends object>(prototype: object, expressPrototype: T, app: Express): T {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(expressPrototype));
  Object.defineProperty(prototype, 'app', { value: app, configurable: true, writable: true });
  return prototype as T;
}
