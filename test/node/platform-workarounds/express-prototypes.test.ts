import { createServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { expressClasses } from '../../../node/platform-workarounds/express-prototypes.ts';

interface Observed {
  readonly request: Request;
  readonly response: Response;
  /** Objects whose prototype was changed during the request. */
  readonly changed: readonly unknown[];
  /** Properties that were added to the request and the response. */
  readonly added: readonly PropertyKey[];
}

/**
 * Sends one request to an application with one route, and observes the request and the response until the
 * route is called.
 */
async function observeOneRequest(): Promise<Observed> {
  const seen: Omit<Observed, 'changed'>[] = [];
  const keysOf = (...objects: object[]): PropertyKey[] => objects.flatMap(Reflect.ownKeys);
  let before: PropertyKey[] = [];
  const route: RequestHandler = (request, response) => {
    const added = keysOf(request, response).filter((key) => !before.includes(key));
    seen.push({ request, response, added });
    response.end();
  };
  const app = express().disable('x-powered-by');
  app.get('/', route);
  const server = createServer(expressClasses(app, IncomingMessage), (request, response) => {
    before = keysOf(request, response);
    app(request as Request, response as Response, () => undefined);
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
 * If this fails after an upgrade of Express, Express sets other prototypes than those that
 * express-prototypes.ts gives to requests and responses, and the throughput falls to a fifth.
 */
describe('the classes of requests and responses', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('have the prototypes that Express sets', async () => {
    const { request, response, changed } = await observeOneRequest();
    expect(changed.filter((object) => object === request || object === response)).toEqual([]);
  });

  it('declare all properties that Express adds', async () => {
    const { added } = await observeOneRequest();
    // Express's router adds a property with a private symbol, which cannot be declared.
    expect(added.filter((key) => typeof key === 'string')).toEqual([]);
  });

  it('are needed: without them, Express changes both prototypes', async () => {
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
