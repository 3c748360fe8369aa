import type { Express, Request, Response } from 'express';

/**
 * Lets one function answer every request in place of Express's router.
 *
 * - Which version: Express 5.3 with `router` 2. It makes closures and objects for each request, and tries one pattern after
 *   another. Express makes the router when `app.router` is first read.
 * - Gain alone: in profiles 7 to 17 % of the processor time of a request.
 * - Test: `test/rest-sidecar/http/fast-express.test.ts`.
 * - Delete when: with Express's own router, `npm run bench -- rest --only others` shows at least 0.95 of `node:http` and 1.1
 *   of Fastify; `rest-sidecar/src/routes/route-by-path.ts` goes then, too.
 */
export function replaceExpressRouter(
  app: Express,
  handle: (request: Request, response: Response) => void,
): void {
  Object.defineProperty(app, 'router', { value: { handle } });
  // Nothing is ever kept there; Express would make an object for it each time.
  Object.defineProperty(app.response, 'locals', { value: Object.freeze({}) });
}
