/** Values of headers by name, as `writeHead` takes them. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * What every response carries: open to all origins (nothing here is secret), and nothing for a browser to run
 * or guess. Nothing here sends the `RateLimit` headers; a limiter in front may, and scripts then read them as
 * they come through.
 */
export const ALWAYS: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
