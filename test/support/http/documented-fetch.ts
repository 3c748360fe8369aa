import { toHttpResponse } from './http-response.ts';
import { expectDocumented } from './openapi-response.ts';

/**
 * The platform's `fetch`, for tests of a client. Each response is compared with the OpenAPI document before
 * the client receives it.
 */
export const documentedFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const response = await fetch(request.clone());
  const { pathname, search } = new URL(request.url);
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // `fetch` provides the decompressed body.
  const rawHeaders = [...response.headers].filter(([name]) => name !== 'content-encoding').flat();
  const sent = { method: request.method, target: `${pathname}${search}` };
  expectDocumented(toHttpResponse(sent, response.status, { rawHeaders, bytes }));
  return response;
};
