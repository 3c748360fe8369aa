import type { Express, Request, Response } from 'express';

/** Answers every request, at once or a little later. */
export type RequestHandler = (request: Request, response: Response) => void | Promise<void>;

/** Is given what the other handler threw. */
export type ErrorHandler = (cause: unknown, response: Response) => void;

/**
 * Lets one function answer every request in place of Express's router.
 *
 * - Which version: Express 5.3 with `router` 2. It makes closures and objects for each request, and tries one
 *   pattern after another. Express makes the router when `app.router` is first read.
 * - Gain alone: in profiles 7 to 17 % of the processor time of a request.
 * - Test: `test/rest-sidecar/platform-workarounds/express-router.test.ts`.
 * - Delete when: with Express's own router, `npm run bench -- rest --only others` shows at least 0.95 of
 *   `node:http` and 1.1 of Fastify; `rest-sidecar/src/routes/route-by-path.ts` goes then, too.
 */
export function replaceExpressRouter(app: Express, handle: RequestHandler, failed: ErrorHandler): void {
  const handleOrFail: RequestHandler = (request, response) => {
    try {
      handle(request, response)?.catch((cause: unknown) => {
        failed(cause, response);
      });
    } catch (cause) {
      failed(cause, response);
    }
  };
  Object.defineProperty(app, 'router', { value: { handle: handleOrFail } });
}
