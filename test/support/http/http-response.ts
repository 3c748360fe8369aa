import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as it was received, and its request. */
export interface HttpResponse {
  /** The method of the request; undefined if the request was not readable. */
  readonly method: string | undefined;
  /** The target of the request, including the query. */
  readonly target: string;
  readonly status: number;
  /** By lower-case name. The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as received, possibly compressed. */
  readonly bytes: Buffer;
  /** The decompressed body as text. */
  readonly text: string;
  /** The body parsed as JSON. */
  readonly json: unknown;
}

/** @param rawHeaders alternating names and values */
export function toHttpResponse(
  request: Pick<HttpResponse, 'method' | 'target'>,
  status: number,
  { rawHeaders, bytes }: { rawHeaders: readonly string[]; bytes: Buffer },
): HttpResponse {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const text = decompress(bytes, headers['content-encoding']).toString('utf8');
  return {
    ...request,
    status,
    headers,
    bytes,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}

function decompress(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || bytes.length === 0) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}
