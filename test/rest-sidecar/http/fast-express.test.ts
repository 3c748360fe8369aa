import { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import type { Request, Response } from 'express';
import { createFastExpress } from '../../../rest-sidecar/src/http/fast-express.ts';

/** Asks an application of ours once, and gives what it was handed and which prototypes were changed meanwhile. */
async function observeOneRequest(): Promise<{ request: Request; response: Response; changed: unknown[] }> {
  const { app, createServer } = createFastExpress();
  const seen: { request: Request; response: Response }[] = [];
  app.get('/', (request, response) => {
    seen.push({ request, response });
    response.end();
  });
  const server = createServer({});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const changed: unknown[] = [];
  const setPrototypeOf = Object.setPrototypeOf.bind(Object);
  jest.spyOn(Object, 'setPrototypeOf').mockImplementation((object: object, prototype: object | null) => {
    if (Object.getPrototypeOf(object) !== prototype) changed.push(object);
    return setPrototypeOf(object, prototype) as object;
  });
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await new Promise((resolve) => server.close(resolve));
  const [only] = seen;
  if (only === undefined) throw new Error('The request did not arrive.');
  return { ...only, changed };
}

/**
 * If this fails after an upgrade of Express, its application sets other prototypes than those that fast-express.ts gives to requests and responses, and four
 * fifths of the throughput are gone again.
 */
describe('fast Express', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('changes the prototype of no request and no response', async () => {
    const { request, response, changed } = await observeOneRequest();
    expect(changed.filter((object) => object === request || object === response)).toEqual([]);
  });

  it('gives requests and responses all that Express has', async () => {
    const { request, response } = await observeOneRequest();
    expect(request).toBeInstanceOf(IncomingMessage);
    expect(response).toBeInstanceOf(ServerResponse);
    for (const name of Object.getOwnPropertyNames(express.request)) expect(name in request).toBe(true);
    for (const name of Object.getOwnPropertyNames(express.response)) expect(name in response).toBe(true);
    expect(request.app).toBe(response.app);
    expect([request.path, request.protocol, response.req, request.res]).toEqual([
      '/',
      'http',
      request,
      response,
    ]);
  });

  it('is needed: Express by itself changes both', async () => {
    const app = express();
    const prototypes: unknown[] = [];
    app.get('/', (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.end();
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await new Promise((resolve) => server.close(resolve));
    expect(prototypes).toEqual([app.request, app.response]);
    expect(prototypes).not.toContain(IncomingMessage.prototype);
  });
});
