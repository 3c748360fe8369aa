import { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import type { Request, Response } from 'express';
import { createFastExpress } from '../../../rest-sidecar/src/http/fast-express.ts';
import type { Route } from '../../../rest-sidecar/src/http/fast-express.ts';

interface Observed {
  readonly request: Request;
  readonly response: Response;
  /** Objects whose prototype was changed meanwhile. */
  readonly changed: readonly unknown[];
  /** Properties that the request and the response were given meanwhile. */
  readonly added: readonly PropertyKey[];
}

/** Asks an application of ours once, and tells what became of the request and the response until its route is asked. */
async function observeOneRequest(): Promise<Observed> {
  const seen: Omit<Observed, 'changed'>[] = [];
  const keysOf = (...objects: object[]): PropertyKey[] => objects.flatMap(Reflect.ownKeys);
  let before: PropertyKey[] = [];
  const route: Route = (request, response) => {
    const added = keysOf(request, response).filter((key) => !before.includes(key));
    seen.push({ request, response, added });
    response.end();
  };
  const { handle, createServer } = createFastExpress(route, () => undefined);
  const server = createServer({}, (request, response) => {
    before = keysOf(request, response);
    handle(request, response);
  });
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

  it('adds nothing to them', async () => {
    const { added } = await observeOneRequest();
    expect(added).toEqual([]);
  });

  it('is entered by Express without its router, which is never made', async () => {
    const { request } = await observeOneRequest();
    expect(Object.keys(request.app.router)).toEqual(['handle']);
    expect(request.res?.req).toBe(request);
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

  it('tells of what is thrown, at once and later', async () => {
    const causes: unknown[] = [];
    const failure = new Error('made up');
    const route: Route = ({ url }) => {
      if (url === '/later') return Promise.reject(failure);
      throw failure;
    };
    const { handle, createServer } = createFastExpress(route, (cause, _request, response) => {
      causes.push(cause);
      response.end();
    });
    const server = createServer({}, handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await fetch(`${origin}/now`);
    await fetch(`${origin}/later`);
    await new Promise((resolve) => server.close(resolve));
    expect(causes).toEqual([failure, failure]);
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
