import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../http/http-server.ts';
import { PipeliningLimit } from '../http/pipelining-limit.ts';
import type { OperatorConnections } from './operator-connections.ts';

/**
 * A connection on which nothing is sent or received for this long is closed, except where it is kept for a
 * next request.
 */
const INACTIVE_MS = 20_000;

/**
 * A client that pipelines nothing has one request at a time; a token may wait for its look-up, and a refusal
 * for seconds.
 */
const PIPELINING_BOUNDS = {
  connectionResponses: 4,
  connectionBytes: 1024 * 1024,
  totalResponses: 1024,
  totalBytes: 16 * 1024 * 1024,
  stalledMs: INACTIVE_MS,
};

const TIMEOUTS = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

/** Listens for operators, apart from the public. @throws when the address cannot be listened on */
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
    // Of this process alone: where several share a port, a free one would be taken for the public one.
    server.once('error', reject).listen({ host, port, exclusive: true }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      connections.destroyAll();
      await closed;
    },
  };
}
