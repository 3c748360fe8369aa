import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../../node/http/http-server.ts';
import { Pipelining } from '../../node/http/pipelining.ts';
import type { OperatorConnections } from './operator-connections.ts';

/** A connection without traffic is closed after this time, unless it is idle between two requests. */
const INACTIVE_MS = 20_000;

/** Maximum time for pending responses when the listener stops. */
const GRACE_MS = 2000;
/** Interval at which connections without a pending response are closed meanwhile. */
const CLOSE_IDLE_MS = 50;

const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

/** Starts the operator listener, separate from the public one. @throws if it cannot listen on the address */
export async function listenForOperators(
  { host, port }: ListenAddress,
  app: RequestListener,
  connections: OperatorConnections,
) {
  const pipelining = new Pipelining(INACTIVE_MS);
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: 16 * 1024 }, (request, response) => {
    app(request, response);
    pipelining.handled(request, response);
  });
  server.on('connection', (socket) => {
    pipelining.accept(socket);
  });
  server.setTimeout(INACTIVE_MS);
  connections.limit(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      const closing = setInterval(() => {
        server.closeIdleConnections();
      }, CLOSE_IDLE_MS);
      const deadline = setTimeout(() => {
        connections.destroyAll();
      }, GRACE_MS);
      await closed;
      clearInterval(closing);
      clearTimeout(deadline);
    },
  };
}
