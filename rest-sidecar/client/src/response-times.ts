const SECONDS = /^\d+$/;

/** The one form of dates that is still written in HTTP. Others that `Date.parse` reads are none. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `no-cache` with a list of headers forbids something else. */
const NOT_WITHOUT_ASKING = /^no-(?:cache|store)$/;
const MAX_AGE = /^max-age="?(\d+)"?$/;

/**
 * @returns for how long the answer may be used without asking (RFC 9111, section 4.2), in milliseconds; what
 * a cache on the way has spent of that is gone
 */
export function freshMsOf(headers: Headers): number {
  const directives = (headers.get('Cache-Control') ?? '').split(',').map((text) => text.trim().toLowerCase());
  if (directives.some((directive) => NOT_WITHOUT_ASKING.test(directive))) return 0;
  const [maxAge = '0'] = directives.flatMap((directive) => MAX_AGE.exec(directive)?.[1] ?? []);
  return Math.max(0, Number(maxAge) - secondsIn(headers.get('Age') ?? '')) * 1000;
}

/**
 * @returns when to ask again, in milliseconds from now, as seconds or as a date (RFC 9110, section 10.2.3);
 * undefined where that is not said
 */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  return HTTP_DATE.test(text) ? Math.max(0, Date.parse(text) - Date.now()) : undefined;
}

function secondsIn(text: string): number {
  return SECONDS.test(text) ? Number(text) : 0;
}
