import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { createClient } from '../../../rest-sidecar/client/src/client.ts';
import type { Client, ClientOptions } from '../../../rest-sidecar/client/src/client.ts';

/**
 * To be called in a `describe`. Returns a function that starts a service which answers as given, and returns
 * a client for it. The services are closed after each test.
 */
export function clientsOfListeners() {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  return async (answer: RequestListener, options?: ClientOptions): Promise<Client> => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  };
}
