import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../../node/http/http-server.ts';
import { PipeliningLimit } from '../../node/http/pipelining-limit.ts';
import type { OperatorConnections } from './operator-connections.ts';

/** A connection without traffic is closed after this time, unless it is idle between two requests. */
const INACTIVE_MS = 20_000;

/**
 * Bounds of pending responses. A client that does not pipeline has one. It may be pending for seconds,
 * because look-ups wait in a queue and refusals are delayed. Bytes have no bound of their own: they are
 * counted together with the response, and here a response is written later.
 */
const PIPELINING_BOUNDS = {
  connectionResponses: 4,
  connectionBytes: Infinity,
  totalResponses: 1024,
  totalBytes: Infinity,
  stalledMs: INACTIVE_MS,
};

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
  const pipelining = new PipeliningLimit(PIPELINING_BOUNDS);
  const settings = { ...TIMEOUTS, maxHeaderSize: 16 * 1024, IncomingMessage: pipelining.requestClass() };
  const server = createServer(settings, pipelining.withLimit(app));
  pipelining.closeAfterLast(server);
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
