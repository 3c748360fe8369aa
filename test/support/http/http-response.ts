import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as it came over the wire, and what was asked. */
export interface HttpResponse {
  /** The method asked with; undefined where no request could be read. */
  readonly method: string | undefined;
  /** The request's target, query included. */
  readonly target: string;
  readonly status: number;
  /** By name in lower case. A header that came more than once has its values joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it came, compressed or not. */
  readonly bytes: Buffer;
  /** The body as text, decompressed. */
  readonly text: string;
  /** The body as the value that it is in JSON. */
  readonly json: unknown;
}

/** @param rawHeaders names and values in turn */
export function toHttpResponse(
  asked: Pick<HttpResponse, 'method' | 'target'>,
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
    ...asked,
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
