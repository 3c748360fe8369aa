const SECONDS = /^\d+$/;

/** The current date format of HTTP. Other formats that `Date.parse` accepts are not valid. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Matches `no-cache` and `no-store`, but not `no-cache` with a list of headers, which has another meaning.
 */
const NEVER_FRESH = /^no-(?:cache|store)$/;
const MAX_AGE = /^max-age="?(\d+)"?$/;

/**
 * @returns how long the response is fresh (RFC 9111, section 4.2), in milliseconds, less its `Age` in caches
 */
export function freshMsOf(headers: Headers): number {
  const directives = (headers.get('Cache-Control') ?? '').split(',').map((text) => text.trim().toLowerCase());
  if (directives.some((directive) => NEVER_FRESH.test(directive))) return 0;
  const [maxAge = '0'] = directives.flatMap((directive) => MAX_AGE.exec(directive)?.[1] ?? []);
  return Math.max(0, Number(maxAge) - secondsIn(headers.get('Age') ?? '')) * 1000;
}

/**
 * @returns when to try again, in milliseconds from now; undefined without a valid `Retry-After` in seconds or
 * as a date (RFC 9110, section 10.2.3)
 */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  return HTTP_DATE.test(text) ? Math.max(0, Date.parse(text) - Date.now()) : undefined;
}

function secondsIn(text: string): number {
  return SECONDS.test(text) ? Number(text) : 0;
}
