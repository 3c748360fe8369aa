import { createServer, request as requestOverHttp } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Forwards everything to a service and records it: what a browser really sends, including preflight requests.
 */
export interface RecordingProxy {
  readonly origin: string;
  /** Such as `GET /v1/votings 304`, in the order of the responses. */
  readonly exchanges: string[];
  stop(): Promise<void>;
}

/** @param origin of the service. If it does not answer, the client's connection is closed */
export async function startRecordingProxy(origin: string): Promise<RecordingProxy> {
  const exchanges: string[] = [];
  const { hostname, port } = new URL(origin);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path = '', headers } = request;
    const onward = requestOverHttp({ hostname, port, method, path, headers, agent: false }, (answer) => {
      exchanges.push(`${method ?? ''} ${path} ${answer.statusCode ?? 0}`);
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
