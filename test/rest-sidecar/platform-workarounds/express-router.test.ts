import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { replaceExpressRouter } from '../../../rest-sidecar/src/platform-workarounds/express-router.ts';
import type { RequestHandler } from '../../../rest-sidecar/src/platform-workarounds/express-router.ts';

describe("what replaces Express's router", () => {
  let server: Server;
  const causes: unknown[] = [];

  /** @returns the application's origin */
  async function serve(route: RequestHandler): Promise<string> {
    const app = express();
    replaceExpressRouter(app, route, (cause, response) => {
      causes.push(cause);
      response.end();
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  it("is entered by Express, whose router is never made, and sees Express's request", async () => {
    let seen: readonly unknown[] = [];
    const origin = await serve((request, response) => {
      seen = [Object.keys(request.app.router), request.path, request.res === response];
      response.end();
    });
    await fetch(`${origin}/a?b`);
    expect(seen).toEqual([['handle'], '/a', true]);
  });

  it('reports what is thrown, at once and later', async () => {
    const failure = new Error('made up');
    const origin = await serve(({ url }) => {
      if (url === '/later') return Promise.reject(failure);
      throw failure;
    });
    await fetch(`${origin}/now`);
    await fetch(`${origin}/later`);
    expect(causes).toEqual([failure, failure]);
  });
});
