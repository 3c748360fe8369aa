import { request as requestOverHttp } from 'node:http';
import type { Agent } from 'node:http';
import { connect } from 'node:net';
import { toHttpResponse } from './http-response.ts';
import type { HttpResponse } from './http-response.ts';
import { expectDocumented } from './openapi-response.ts';

export type { HttpResponse } from './http-response.ts';

export interface HttpRequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps connections alive for further requests; by default each request has its own connection. */
  readonly agent?: Agent;
}

/**
 * Sends a request to the sidecar. Every response is compared with the OpenAPI document first: tests use no
 * other way to send HTTP to the sidecar.
 * @param origin such as `http://127.0.0.1:8080`
 * @param target the path with its query, sent unchanged
 * @throws {Error} if the response is not as documented
 */
export async function ask(
  origin: string,
  target: string,
  options: HttpRequestOptions = {},
): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body, agent } = options;
  const { hostname, port } = new URL(origin);
  const response = await new Promise<HttpResponse>((resolve, reject) => {
    const settings = { hostname, port, path: target, method, headers, agent: agent ?? false };
    const request = requestOverHttp(settings, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const { statusCode = 0, rawHeaders } = incoming;
        resolve(toHttpResponse({ method, target }, statusCode, { rawHeaders, bytes: Buffer.concat(pieces) }));
      });
    });
    request.once('error', reject);
    request.end(body);
  });
  expectDocumented(response);
  return response;
}

/**
 * Sends bytes that may be invalid HTTP, on a new connection.
 * @returns the response, compared with the OpenAPI document; undefined if the connection was closed without
 * one
 * @param request the request in the bytes, if it is readable
 */
export async function askRaw(
  origin: string,
  bytes: string | Buffer,
  request: { readonly method?: string; readonly target?: string } = {},
): Promise<HttpResponse | undefined> {
  const { hostname, port } = new URL(origin);
  const received = await new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(Buffer.concat(pieces));
      else reject(error);
    });
    socket.once('close', () => {
      resolve(Buffer.concat(pieces));
    });
  });
  if (received.length === 0) return undefined;
  const response = parseResponse(received, { method: request.method, target: request.target ?? '' });
  expectDocumented(response);
  return response;
}

/** Parses one response with a Content-Length, or one that ends with the connection. */
function parseResponse(received: Buffer, request: Pick<HttpResponse, 'method' | 'target'>): HttpResponse {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const bytes = received.subarray(end + 4);
  return toHttpResponse(request, Number(statusLine.split(' ')[1]), { rawHeaders, bytes });
}
