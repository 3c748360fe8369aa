/** Values of headers by name, as `writeHead` accepts them. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * The headers of every response. They open the interface to all origins (nothing here is secret), and forbid
 * browsers to execute content or to guess its type. The service itself sends no `RateLimit` headers; a rate
 * limiter in front of it may, and a cache sends `Age`; scripts can then read them.
 */
export const COMMON_HEADERS: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Age, ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
